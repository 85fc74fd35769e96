import type { ColorPair, CustomFont, Customization, Font } from '../model.ts'
import { codeInputs } from './code-themes.ts'
import { codeFonts, quoted, textFonts } from './fonts.ts'

/**
 * The stylesheet of one site: its colours and fonts as the inputs of the tokens, outside of layers, so that it
 * wins. Empty when the site changes nothing. To be served under an address with a hash of its text, and linked
 * after the common stylesheet. What is not a colour, a font name or a web address is left out.
 */
export function siteStylesheet(customization: Customization): string {
  const styling = customization.styling ?? {}
  const inputs = [
    ...colors('primary', styling.primaryColor),
    ...colors('tint', styling.tint?.color),
    ...colors('info', styling.infoColor),
    ...colors('success', styling.successColor),
    ...colors('warning', styling.warningColor),
    ...colors('danger', styling.dangerColor),
    ...textFamily(styling.font),
    ...family('--font-heading', styling.headingFont, textFonts),
    ...family('--font-code', styling.monospaceFont, codeFonts),
    ...codeInputs(styling.codeTheme),
  ]
  const faces = [styling.font, styling.headingFont, styling.monospaceFont].flatMap(fontFaces)
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

function family(property: string, font: Font | null | undefined, known: Record<string, string>): string[] {
  if (isCustom(font)) return [`${property}:${quoted(font.fontFamily)},${generic(property)}`]
  const stack = typeof font === 'string' ? known[font] : undefined
  return stack ? [`${property}:${stack}`] : []
}

const generic = (property: string) =>
  property === '--font-code' ? '"Plex Mono Fallback",monospace' : 'var(--font-text)'

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
