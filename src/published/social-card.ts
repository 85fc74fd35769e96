import { markPath } from './layout/icons.ts'

/** The content of a social card, the image for shared links. */
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

const MARGIN = 80
const TEXT_WIDTH = cardWidth - 2 * MARGIN

/**
 * Renders a social card as SVG with text elements in “Inter SemiBold” and “Inter”; other scripts use any font that
 * supports them. Line breaks use estimated widths, because text cannot be measured here.
 */
export function socialCard({ site, title, description, emoji, color }: SocialCard): string {
  const fill = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : '#0b6a86'
  const { size, lines } = fitTitle(clean(title))
  const leading = Math.round(size * 1.16)
  const descriptionLines = description ? breakLines(clean(description), 32, 2) : []
  const bottom = cardHeight - 92 - (descriptionLines.length > 0 ? descriptionLines.length * 44 + 20 : 0)
  const first = bottom - (lines.length - 1) * leading
  const icon = emoji
    ? `<text x="${MARGIN}" y="${122}" font-family="Noto Emoji" font-size="52" fill="${fill}">${escapeXml(emoji)}</text>`
    : `<path transform="translate(${MARGIN - 6} 74) scale(2.2)" fill="${fill}" d="${markPath}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}">`,
    `<rect width="${cardWidth}" height="${cardHeight}" fill="#fdfcfb"/>`,
    `<rect width="${cardWidth}" height="14" fill="${fill}"/>`,
    icon,
    text(truncate(clean(site), 36, TEXT_WIDTH - 90), {
      x: MARGIN + 76,
      y: 114,
      size: 36,
      weight: 600,
      ink: '#3a352f',
    }),
    ...lines.map((line, index) =>
      text(line, { x: MARGIN - 3, y: first + index * leading, size, weight: 600, ink: '#1b1815', fill }),
    ),
    ...descriptionLines.map((line, index) =>
      text(line, { x: MARGIN, y: bottom + 64 + index * 44, size: 32, weight: 400, ink: '#655e55' }),
    ),
    '</svg>',
  ].join('')
}

type TextStyle = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: 400 | 600
  readonly ink: string
  /** Color of emoji in the text. */
  readonly fill?: string
}

/** Right-to-left lines are aligned to the right. */
function text(line: string, { x, y, size, weight, ink, fill = ink }: TextStyle): string {
  const isFromRight = isRightToLeft(line)
  const at = isFromRight && x < 100 ? cardWidth - MARGIN : x
  const anchor = isFromRight && x < 100 ? ' text-anchor="end"' : ''
  const family = weight === 600 ? 'Inter SemiBold' : 'Inter'
  const content = line
    .split(emojis)
    .map((part, index) =>
      index % 2 === 0 ? escapeXml(part) : `<tspan font-family="Noto Emoji" fill="${fill}">${part}</tspan>`,
    )
    .join('')
  const directed = isFromRight ? `\u202b${content}\u202c` : content
  return `<text x="${at}" y="${y}"${anchor} font-family="${family}" font-size="${size}" fill="${ink}">${directed}</text>`
}

const emojis = /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+)/u

const isRightToLeft = (line: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(line)

/** The largest font size at which the title fits; at the smallest size it is truncated. */
function fitTitle(title: string): { size: number; lines: string[] } {
  const sizes = [
    { size: 88, maxLines: 2 },
    { size: 74, maxLines: 3 },
    { size: 62, maxLines: 4 },
  ]
  for (const { size, maxLines } of sizes) {
    const lines = breakLines(title, size, maxLines + 1)
    if (lines.length <= maxLines) return { size, lines }
  }
  return { size: 62, lines: breakLines(title, 62, 4) }
}

/** Breaks a text into lines; the last line is truncated if there would be more. */
function breakLines(line: string, size: number, maxLines: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const piece of piecesOf(line)) {
    if (current !== '' && widthOf((current + piece).trimEnd(), size) > TEXT_WIDTH) {
      lines.push(current.trim())
      current = ''
    }
    current += current === '' ? piece.trimStart() : piece
  }
  if (current.trim() !== '') lines.push(current.trim())
  if (lines.length <= maxLines) return lines.map((text) => truncate(text, size, TEXT_WIDTH))
  const last = truncate(`${lines[maxLines - 1] ?? ''} ${lines[maxLines] ?? ''}`, size, TEXT_WIDTH)
  return [
    ...lines.slice(0, maxLines - 1).map((text) => truncate(text, size, TEXT_WIDTH)),
    last.endsWith('…') ? last : `${last}…`,
  ]
}

/** Splits a line at possible breaks: after words, inside compound names, and after each character of scripts without spaces. */
const piecesOf = (line: string): string[] => line.match(pieces) ?? []

const spaceless = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const pieces = new RegExp(
  `[${spaceless}][\\p{P}\\p{M}]*|\\s+|[^\\s${spaceless}_/.-]*[_/.-]+|[^\\s${spaceless}_/.-]+`,
  'gu',
)

function truncate(line: string, size: number, width: number): string {
  if (widthOf(line, size) <= width) return line
  const signs = [...line]
  while (signs.length > 1 && widthOf(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** An estimate that tends to be too wide. */
function widthOf(line: string, size: number): number {
  let width = 0
  for (const sign of line) width += characterWidth(sign)
  return width * size
}

function characterWidth(sign: string): number {
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

const escapeXml = (value: string): string =>
  value.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
