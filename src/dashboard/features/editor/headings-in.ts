/** A heading of a text, with the offset of its line. */
export type TextHeading = { readonly title: string; readonly level: number; readonly at: number }

/** The headings of a text as it is being written, those in listings left out. */
export function headingsIn(text: string): TextHeading[] {
  const found: TextHeading[] = []
  let fence = ''
  let at = 0
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === '') fence = mark
    else if (mark?.startsWith(fence)) fence = ''
    const heading = fence === '' ? /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line) : null
    if (heading) found.push({ title: heading[2] ?? '', level: heading[1]?.length ?? 1, at })
    at += line.length + 1
  }
  return found
}
