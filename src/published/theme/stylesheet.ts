import type { FontFaceFile } from '../manifest.ts'
import type { ColorPair, CustomFont, Customization, Font } from '../model.ts'
import { codeInputs } from './code-themes.ts'
import { codeFonts, cssString, fallbackFaces, inter, type ListedFont, textFonts } from './fonts.ts'

/** The files of the selectable fonts, and the path they are served from, without a trailing slash. */
export type FontSources = {
  readonly families: Readonly<Record<string, readonly FontFaceFile[]>>
  readonly path: string
}

/**
 * The stylesheet of a site: its colors and fonts as inputs of the CSS tokens, outside of layers so that it takes
 * precedence. Empty if the site uses the defaults. Serve it under a URL with a content hash, after the common
 * stylesheet. Invalid colors, font names and URLs are omitted.
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
    ...listedFontsOf(styling).flatMap(([name, font]) =>
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

/** A selectable text font is an attribute on `<html>` instead, because the tokens also set its optical size. */
function textFamily(font: Font | undefined): string[] {
  return isCustom(font) ? [`--font-text:${cssString(font.fontFamily)},"Inter Fallback",sans-serif`] : []
}

function family(
  property: string,
  font: Font | null | undefined,
  stackOf: (name: string) => string | undefined,
): string[] {
  if (isCustom(font)) return [`${property}:${cssString(font.fontFamily)},${generic(property)}`]
  const stack = typeof font === 'string' ? stackOf(font) : undefined
  return stack ? [`${property}:${stack}`] : []
}

const generic = (property: string) =>
  property === '--font-code' ? '"Plex Mono Fallback",monospace' : 'var(--font-text)'

/** The selectable fonts that a site uses, each once; the default fonts are part of every page. */
function listedFontsOf(styling: NonNullable<Customization['styling']>): (readonly [string, ListedFont])[] {
  const listedFonts = new Map<string, ListedFont>()
  const add = (name: Font | null | undefined, list: Readonly<Record<string, ListedFont>>) => {
    const font = typeof name === 'string' && Object.hasOwn(list, name) ? list[name] : undefined
    if (typeof name === 'string' && font) listedFonts.set(name, font)
  }
  add(styling.font, textFonts)
  add(styling.headingFont, textFonts)
  add(styling.monospaceFont, codeFonts)
  return [...listedFonts]
}

/** `fallback` avoids a late font swap for the regular text; other faces may be swapped. */
function listedFaces(font: ListedFont, files: readonly FontFaceFile[] = [], path = ''): string[] {
  const faces = files.map(({ file, weight, style, range }) =>
    [
      `@font-face{font-family:${cssString(font.family)}`,
      `font-weight:${weight}`,
      `font-style:${style}`,
      `font-display:${isFirst({ weight, style }) ? 'fallback' : 'swap'}`,
      `src:url(${cssString(`${path}/${file}`)}) format("woff2")`,
      `unicode-range:${range}}`,
    ].join(';'),
  )
  return [...fallbackFaces(font), ...faces]
}

const isFirst = ({ weight, style }: Pick<FontFaceFile, 'weight' | 'style'>): boolean =>
  style === 'normal' && (weight === '400' || weight.includes(' '))

/** The file of a font to preload; undefined for a font that is not selectable. */
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
    const name = `font-family:${cssString(font.fontFamily)}`
    return [`@font-face{${name};font-weight:${weight};font-display:swap;src:${files.join(',')}}`]
  })
}

function fontFile({ url, format }: { url: string; format?: string | undefined }): string[] {
  if (!/^(?:https?:\/\/|\/(?!\/))/.test(url)) return []
  const hint = format === 'woff2' || format === 'woff' ? ` format(${cssString(format)})` : ''
  return [`url(${cssString(url)})${hint}`]
}

function isCustom(font: Font | null | undefined): font is CustomFont {
  return typeof font === 'object' && font !== null
}
