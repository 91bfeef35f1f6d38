//! Relations that are known in part.

use super::{Domain, Relation, Result, Table};

/// What is known of a value: what it surely has, and what it perhaps has.
#[derive(Clone, Debug)]
pub struct Bounds<T> {
    /// What is surely in it.
    pub surely: T,
    /// What is surely not out of it; nothing if that is the same.
    pub perhaps: Option<T>,
}

impl<T> Bounds<T> {
    /// What is known whole.
    pub fn exactly(value: T) -> Bounds<T> {
        Bounds {
            surely: value,
            perhaps: None,
        }
    }

    /// What is surely not out of it.
    pub fn perhaps(&self) -> &T {
        self.perhaps.as_ref().unwrap_or(&self.surely)
    }

    /// Another value, which has more where this one has.
    ///
    /// # Errors
    /// Those of making it.
    pub fn map<U, E>(
        &self,
        make: impl Fn(&T) -> std::result::Result<U, E>,
    ) -> std::result::Result<Bounds<U>, E> {
        Ok(Bounds {
            surely: make(&self.surely)?,
            perhaps: self.perhaps.as_ref().map(&make).transpose()?,
        })
    }

    /// Another value, which has more where one of these has.
    ///
    /// # Errors
    /// Those of making it.
    pub fn with<U, V, E>(
        &self,
        other: &Bounds<U>,
        make: impl Fn(&T, &U) -> std::result::Result<V, E>,
    ) -> std::result::Result<Bounds<V>, E> {
        let open = self.perhaps.is_some() || other.perhaps.is_some();
        let perhaps = open.then(|| make(self.perhaps(), other.perhaps()));
        Ok(Bounds {
            surely: make(&self.surely, &other.surely)?,
            perhaps: perhaps.transpose()?,
        })
    }
}

impl Bounds<Relation> {
    /// The complement: what is perhaps in a relation is not surely out of it.
    #[must_use]
    pub fn not(self) -> Bounds<Relation> {
        match self.perhaps {
            None => Bounds::exactly(self.surely.not()),
            Some(perhaps) => Bounds {
                surely: perhaps.not(),
                perhaps: Some(self.surely.not()),
            },
        }
    }

    /// What nobody knows to be in it or not.
    ///
    /// # Errors
    /// If it is too large.
    pub fn unknown(&self, domain: &Domain) -> Result<Relation> {
        match &self.perhaps {
            None => {
                let columns = self.surely.columns().to_vec();
                let none = Table::none(columns.len());
                Ok(Relation::new(columns, none))
            }
            Some(perhaps) => perhaps.and(&self.surely.clone().not(), domain),
        }
    }
}
