/**
 * An id of the parliament as a table has it; null when it is none. Spreadsheets take ids such as `8E4` for numbers and
 * write 80000 or 8.00E+04: those are taken back.
 */
export function tableId(text: string): string | null {
  const id = text.trim().toUpperCase()
  const scientific = /^(\d)(?:\.0+)?E\+0*(\d)$/.exec(id)
  if (scientific !== null) return `${scientific[1]}E${scientific[2]}`
  if (/^1000[01]?$/.test(id) || !/^[0-9A-Z]{2,8}$/.test(id)) return null
  const rounded = /^([2-9])(0{4,})$/.exec(id)
  return rounded === null ? id : `${rounded[1]}E${rounded[2]?.length}`
}
