// expect: error empty: there is no C
