/** The rows of a CSV text: fields in quotes can have commas, line breaks and doubled quotes. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const fields = /(?:"((?:[^"]|"")*)"?|([^,\r\n"]*))[^,\r\n]*(,|\r\n|\r|\n|$)/y
  const source = text.replace(/^\uFEFF/, '')
  while (fields.lastIndex < source.length) {
    const [, quoted, plain = '', end = ''] = fields.exec(source) ?? []
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',' && fields.lastIndex < source.length) continue
    if (end === ',') row.push('')
    rows.push(row)
    row = []
  }
  return rows.filter((one) => one.some((field) => field !== ''))
}
