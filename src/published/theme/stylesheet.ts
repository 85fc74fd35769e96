import type { FontFaceFile } from '../manifest.ts'
import type { ColorPair, CustomFont, Customization, Font } from '../model.ts'
import { codeInputs } from './code-themes.ts'
import { codeFonts, fallbackFaces, inter, type ListedFont, quoted, textFonts } from './fonts.ts'

/** The files of the fonts of the list, and the path that they are served below, without a slash at its end. */
export type FontSources = {
  readonly families: Readonly<Record<string, readonly FontFaceFile[]>>
  readonly path: string
}

/**
 * The stylesheet of one site: its colours and fonts as the inputs of the tokens, outside of layers, so that it
 * wins. Empty when the site changes nothing. To be served under an address with a hash of its text, and linked
 * after the common stylesheet. What is not a colour, a font name or a web address is left out.
 */
export function siteStylesheet(customization: Customization, sources?: FontSources): string {
  const styling = customization.styling ?? {}
  const inputs = [
    ...colors('primary', styling.primaryColor),
    ...colors('tint', styling.tint?.color),
    ...colors('info', styling.infoColor),
    ...colors('success', styling.successColor),
    ...colors('warning', styling.warningColor),
    ...colors('danger', styling.dangerColor),
    ...textFamily(styling.font),
    ...family('--font-heading', styling.headingFont, (name) =>
      name === 'Inter' ? inter : textFonts[name]?.stack,
    ),
    ...family('--font-code', styling.monospaceFont, (name) => codeFonts[name]?.stack),
    ...codeInputs(styling.codeTheme),
  ]
  const faces = [
    ...[styling.font, styling.headingFont, styling.monospaceFont].flatMap(fontFaces),
    ...chosenFonts(styling).flatMap(([name, font]) =>
      listedFaces(font, sources?.families[name], sources?.path),
    ),
  ]
  const root = inputs.length ? [`:root{${inputs.join(';')}}`] : []
  return [...new Set(faces), ...root].join('\n')
}

function colors(name: string, pair: ColorPair | undefined): string[] {
  if (!pair) return []
  return [color(`--${name}-light`, pair.light), color(`--${name}-dark`, pair.dark)].flat()
}

const color = (property: string, value: string) =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? [`${property}:${value}`] : []

/** A named font of text is an attribute on `<html>`, because its optical size comes with it. */
function textFamily(font: Font | undefined): string[] {
  return isCustom(font) ? [`--font-text:${quoted(font.fontFamily)},"Inter Fallback",sans-serif`] : []
}

function family(
  property: string,
  font: Font | null | undefined,
  stackOf: (name: string) => string | undefined,
): string[] {
  if (isCustom(font)) return [`${property}:${quoted(font.fontFamily)},${generic(property)}`]
  const stack = typeof font === 'string' ? stackOf(font) : undefined
  return stack ? [`${property}:${stack}`] : []
}

const generic = (property: string) =>
  property === '--font-code' ? '"Plex Mono Fallback",monospace' : 'var(--font-text)'

/** The fonts of the list that a site uses, each once; those that are part of every page need nothing. */
function chosenFonts(styling: NonNullable<Customization['styling']>): (readonly [string, ListedFont])[] {
  const chosen = new Map<string, ListedFont>()
  const take = (name: Font | null | undefined, list: Readonly<Record<string, ListedFont>>) => {
    const font = typeof name === 'string' && Object.hasOwn(list, name) ? list[name] : undefined
    if (typeof name === 'string' && font) chosen.set(name, font)
  }
  take(styling.font, textFonts)
  take(styling.headingFont, textFonts)
  take(styling.monospaceFont, codeFonts)
  return [...chosen]
}

/** The upright of the text is shown late rather than twice; what follows it may be exchanged. */
function listedFaces(font: ListedFont, files: readonly FontFaceFile[] = [], path = ''): string[] {
  const faces = files.map(({ file, weight, style, range }) =>
    [
      `@font-face{font-family:${quoted(font.family)}`,
      `font-weight:${weight}`,
      `font-style:${style}`,
      `font-display:${isFirst({ weight, style }) ? 'fallback' : 'swap'}`,
      `src:url(${quoted(`${path}/${file}`)}) format("woff2")`,
      `unicode-range:${range}}`,
    ].join(';'),
  )
  return [...fallbackFaces(font), ...faces]
}

const isFirst = ({ weight, style }: Pick<FontFaceFile, 'weight' | 'style'>): boolean =>
  style === 'normal' && (weight === '400' || weight.includes(' '))

/** The file of a font that the first words of a page are written in; undefined for one that is not of the list. */
export function firstFileOf(
  font: Font | null | undefined,
  families: FontSources['families'],
): string | undefined {
  const files = typeof font === 'string' && Object.hasOwn(families, font) ? (families[font] ?? []) : []
  return files.find((one) => isFirst(one) && /-latin-(?:wght|400)-normal-/.test(one.file))?.file
}

function fontFaces(font: Font | null | undefined): string[] {
  if (!isCustom(font)) return []
  return font.fontFaces.flatMap(({ weight, sources }) => {
    const files = sources.flatMap(fontFile)
    if (files.length === 0 || !(weight >= 1 && weight <= 1000)) return []
    const name = `font-family:${quoted(font.fontFamily)}`
    return [`@font-face{${name};font-weight:${weight};font-display:swap;src:${files.join(',')}}`]
  })
}

function fontFile({ url, format }: { url: string; format?: string | undefined }): string[] {
  if (!/^(?:https?:\/\/|\/(?!\/))/.test(url)) return []
  const hint = format === 'woff2' || format === 'woff' ? ` format(${quoted(format)})` : ''
  return [`url(${quoted(url)})${hint}`]
}

function isCustom(font: Font | null | undefined): font is CustomFont {
  return typeof font === 'object' && font !== null
}
