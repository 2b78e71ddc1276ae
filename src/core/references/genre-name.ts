/** A kind of thesis or report in words; BibLaTeX and its users name some by a string (`phdthesis`). */
export function genreName(genre: string): string {
  return genreStrings[genre.toLowerCase()] ?? genre
}

const genreStrings: Readonly<Record<string, string>> = {
  phdthesis: 'Doctoral dissertation',
  mathesis: 'Master’s thesis',
  mastersthesis: 'Master’s thesis',
  bathesis: 'Bachelor’s thesis',
  candthesis: 'Candidate thesis',
  techreport: 'Technical report',
  resreport: 'Research report',
}
