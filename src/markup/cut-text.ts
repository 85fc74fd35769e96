/** The first `length` UTF-16 code units of a text, one less where that would split a character in two. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\ud800-\udbff]/.test(text[length - 1] ?? '') && /[\udc00-\udfff]/.test(text[length] ?? '')
  return text.slice(0, isSplit ? length - 1 : length)
}
