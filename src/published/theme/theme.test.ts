import { expect, test } from 'vitest'
import { fonts, monospaceFonts } from '#contract/shared/customization-values.ts'
import { sampleSite } from '../sample-model.ts'
import { inlineScript, inlineScriptHash } from '../scheme-script.ts'
import { rootAttributes } from './attributes.ts'
import { codeFonts, textFonts } from './fonts.ts'
import { siteIcon } from './icon.ts'
import { firstFileOf, siteStylesheet } from './stylesheet.ts'

test('writes nothing for a site that changes nothing', () => {
  expect(siteStylesheet({})).toBe('')
})

test('writes colours as the inputs of the tokens', () => {
  const primaryColor = { light: '#0a0', dark: '#00FF00' }
  expect(siteStylesheet({ styling: { primaryColor, tint: { color: primaryColor } } })).toBe(
    ':root{--primary-light:#0a0;--primary-dark:#00FF00;--tint-light:#0a0;--tint-dark:#00FF00}',
  )
})

test('leaves out what is no colour', () => {
  const primaryColor = { light: 'red}body{display:none', dark: 'url(https://example.org)' }
  expect(siteStylesheet({ styling: { primaryColor } })).toBe('')
})

test('writes the faces of an uploaded font once and lets no name or address end its string', () => {
  const font = {
    fontFamily: 'My"}*{display:none}',
    fontFaces: [
      {
        weight: 400,
        sources: [{ url: '/files/a.woff2', format: 'woff2' as const }, { url: 'javascript:alert(1)' }],
      },
    ],
  }
  const css = siteStylesheet({ styling: { font, headingFont: font } })
  expect(css.match(/@font-face/g)).toHaveLength(1)
  expect(css).toContain('src:url("/files/a.woff2") format("woff2")}')
  expect(css).toContain(String.raw`--font-text:"My\22 }*{display:none}","Inter Fallback",sans-serif`)
  expect(css).not.toContain('javascript')
})

test('names a font of the list, and falls back for one it does not know', () => {
  expect(siteStylesheet({ styling: { monospaceFont: 'FiraCode' } })).toContain('--font-code:"Fira Code"')
  expect(siteStylesheet({ styling: { monospaceFont: 'IBMPlexMono', headingFont: 'ABCFavorit' } })).toBe('')
})

test('brings the files of the fonts that a site uses, each once, and what stands in until they are there', () => {
  const file = { file: 'fonts/lato-latin-400-normal-a1.woff2', weight: '400', style: 'normal', range: 'U+41' }
  const sources = { families: { Lato: [file], Ubuntu: [file] }, path: '/before/reader' }
  const css = siteStylesheet({ styling: { font: 'Lato', headingFont: 'Lato' } }, sources)
  expect(css.match(/src:url\(/g)).toHaveLength(1)
  expect(css).toContain('src:url("/before/reader/fonts/lato-latin-400-normal-a1.woff2") format("woff2")')
  expect(css).toContain('font-family:"Lato Fallback";font-weight:1 549;src:local("Arial")')
  expect(css).toContain('--font-heading:"Lato","Lato Fallback",sans-serif')
  expect(css).not.toContain('Ubuntu')
  expect(firstFileOf('Lato', sources.families)).toBe(file.file)
  expect(firstFileOf('constructor', sources.families)).toBeUndefined()
})

test('knows every font of the list but the two of the tokens and one that nobody may pass on', () => {
  const known = [...Object.keys(textFonts), ...Object.keys(codeFonts)]
  expect([...known, 'Inter', 'IBMPlexMono', 'ABCFavorit'].sort()).toEqual(
    [...fonts, ...monospaceFonts].sort(),
  )
})

test('writes what differs from the usual as attributes of the document', () => {
  const customization = {
    styling: {
      theme: 'bold' as const,
      corners: 'circular' as const,
      links: 'accent' as const,
      font: 'Lato',
      sidebar: { background: 'filled' as const, list: 'default' as const },
      codeTheme: { default: { light: 'default-dark', dark: 'default-dark' } },
    },
    themes: { default: 'dark' as const, toggeable: true },
  }
  expect(rootAttributes({ ...sampleSite, customization })).toEqual({
    lang: 'en',
    dir: 'ltr',
    class: 'code-default code-force-dark',
    'data-theme': 'bold',
    'data-corners': 'circular',
    'data-depth': 'subtle',
    'data-links': 'accent',
    'data-sidebar': 'filled',
    'data-font': 'Lato',
    'data-scheme': 'dark',
  })
})

test('gives the hash of the inline script for the policy', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inlineScript))
  expect(inlineScriptHash).toBe(`'sha256-${Buffer.from(digest).toString('base64')}'`)
})

test('draws an emoji or the mark as the icon of a site', () => {
  expect(siteIcon({ emoji: '<b>' })).toContain('>&lt;b></text></svg>')
  expect(siteIcon({ color: '#fff"/><script>' })).toContain('fill="#0b6a86"')
  expect(siteIcon({ color: '#123456' })).toContain('fill="#123456"')
})
