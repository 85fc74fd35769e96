import { markPath } from './layout/icons.ts'

/** What the picture of a page says. */
export type SocialCard = {
  readonly site: string
  readonly title: string
  readonly description?: string | undefined
  readonly emoji?: string | undefined
  /** `#` and hex digits. */
  readonly color: string
}

export const cardWidth = 1200
export const cardHeight = 630

const edge = 80
const room = cardWidth - 2 * edge

/**
 * The picture that is shown where a page is shared, as SVG with its words as text: “Inter SemiBold” and “Inter”, other
 * scripts by whatever font holds them. Its words are broken into lines by estimate, since nothing here measures.
 */
export function socialCard({ site, title, description, emoji, color }: SocialCard): string {
  const fill = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : '#0b6a86'
  const { size, lines } = fitted(clean(title))
  const leading = Math.round(size * 1.16)
  const under = description ? broken(clean(description), 32, 2) : []
  const bottom = cardHeight - 92 - (under.length > 0 ? under.length * 44 + 20 : 0)
  const first = bottom - (lines.length - 1) * leading
  const icon = emoji
    ? `<text x="${edge}" y="${122}" font-family="Noto Emoji" font-size="52" fill="${fill}">${escaped(emoji)}</text>`
    : `<path transform="translate(${edge - 6} 74) scale(2.2)" fill="${fill}" d="${markPath}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}">`,
    `<rect width="${cardWidth}" height="${cardHeight}" fill="#fdfcfb"/>`,
    `<rect width="${cardWidth}" height="14" fill="${fill}"/>`,
    icon,
    text(shortened(clean(site), 36, room - 90), {
      x: edge + 76,
      y: 114,
      size: 36,
      weight: 600,
      ink: '#3a352f',
    }),
    ...lines.map((line, index) =>
      text(line, { x: edge - 3, y: first + index * leading, size, weight: 600, ink: '#1b1815', fill }),
    ),
    ...under.map((line, index) =>
      text(line, { x: edge, y: bottom + 64 + index * 44, size: 32, weight: 400, ink: '#655e55' }),
    ),
    '</svg>',
  ].join('')
}

type Place = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: 400 | 600
  readonly ink: string
  /** Of emojis in the text. */
  readonly fill?: string
}

/** Lines of a script from right to left begin at the right. */
function text(line: string, { x, y, size, weight, ink, fill = ink }: Place): string {
  const isFromRight = beginsFromRight(line)
  const at = isFromRight && x < 100 ? cardWidth - edge : x
  const anchor = isFromRight && x < 100 ? ' text-anchor="end"' : ''
  const family = weight === 600 ? 'Inter SemiBold' : 'Inter'
  const words = line
    .split(emojis)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : `<tspan font-family="Noto Emoji" fill="${fill}">${part}</tspan>`,
    )
    .join('')
  const directed = isFromRight ? `\u202b${words}\u202c` : words
  return `<text x="${at}" y="${y}"${anchor} font-family="${family}" font-size="${size}" fill="${ink}">${directed}</text>`
}

const emojis = /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+)/u

const beginsFromRight = (line: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(line)

/** The largest letters in which a title has its place; the smallest are cut. */
function fitted(title: string): { size: number; lines: string[] } {
  const tries = [
    { size: 88, most: 2 },
    { size: 74, most: 3 },
    { size: 62, most: 4 },
  ]
  for (const { size, most } of tries) {
    const lines = broken(title, size, most + 1)
    if (lines.length <= most) return { size, lines }
  }
  return { size: 62, lines: broken(title, 62, 4) }
}

/** Lines of a text, the last one cut where there would be more. */
function broken(line: string, size: number, most: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const piece of piecesOf(line)) {
    if (current !== '' && widthOf((current + piece).trimEnd(), size) > room) {
      lines.push(current.trim())
      current = ''
    }
    current += current === '' ? piece.trimStart() : piece
  }
  if (current.trim() !== '') lines.push(current.trim())
  if (lines.length <= most) return lines.map((one) => shortened(one, size, room))
  const last = shortened(`${lines[most - 1] ?? ''} ${lines[most] ?? ''}`, size, room)
  return [
    ...lines.slice(0, most - 1).map((one) => shortened(one, size, room)),
    last.endsWith('…') ? last : `${last}…`,
  ]
}

/** Where a line may end: behind words and the joints of names, and behind every sign of scripts without spaces. */
const piecesOf = (line: string): string[] => line.match(pieces) ?? []

const spaceless = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const pieces = new RegExp(
  `[${spaceless}][\\p{P}\\p{M}]*|\\s+|[^\\s${spaceless}_/.-]*[_/.-]+|[^\\s${spaceless}_/.-]+`,
  'gu',
)

function shortened(line: string, size: number, width: number): string {
  if (widthOf(line, size) <= width) return line
  const signs = [...line]
  while (signs.length > 1 && widthOf(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** An estimate that is rather too wide than too narrow. */
function widthOf(line: string, size: number): number {
  let width = 0
  for (const sign of line) width += partOf(sign)
  return width * size
}

function partOf(sign: string): number {
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(
      sign,
    )
  )
    return sign < '\u0080' ? 0.62 : 1.08
  if (/\p{M}/u.test(sign)) return 0
  if (/[ijlIt.,:;'|!()[\]fr\s-]/.test(sign)) return 0.36
  if (/[mwMW@—]/.test(sign)) return 0.92
  return /\p{Lu}/u.test(sign) ? 0.72 : 0.61
}

const clean = (value: string): string =>
  value.replace(/[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]+|\s+/gu, ' ').trim()

const escaped = (value: string): string =>
  value.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
