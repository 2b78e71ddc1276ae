/** The day each parliament was opened, from the first on. */
const openings = [
  '1901-05-09 1904-03-02 1907-02-20 1910-07-01 1913-07-09 1914-10-08 1917-06-14 1920-02-26 1923-02-28 1926-01-13',
  '1929-02-06 1929-11-20 1932-02-17 1934-10-23 1937-11-30 1940-11-20 1943-09-23 1946-11-06 1950-02-22 1951-06-12',
  '1954-08-04 1956-02-15 1959-02-17 1962-02-20 1964-02-25 1967-02-21 1969-11-25 1973-02-27 1974-07-09 1976-02-17',
  '1978-02-21 1980-11-25 1983-04-21 1985-02-21 1987-09-14 1990-05-08 1993-05-04 1996-04-30 1998-11-10 2002-02-12',
  '2004-11-16 2008-02-12 2010-09-28 2013-11-12 2016-08-30 2019-07-02 2022-07-26 2025-07-22',
].flatMap(line => line.split(' '))

/**
 * The number of the parliament that sat at a date. Files since 2022 give wrong numbers, so what a file says counts
 * only after the last opening known here.
 */
export function parliamentAt(date: string, stated: number | null): number | null {
  const number = openings.filter(opening => opening <= date).length
  if (number === 0) return stated
  return number === openings.length && stated !== null && stated > number ? stated : number
}
