import { expect, test } from 'vitest'
import { fonts, monospaceFonts } from '#contract/shared/customization-values.ts'
import { inlineScript, inlineScriptHash } from '../document.ts'
import { sampleSite } from '../sample-model.ts'
import { rootAttributes } from './attributes.ts'
import { codeFonts, textFonts } from './fonts.ts'
import { siteIcon } from './icon.ts'
import { firstFileOf, siteStylesheet } from './stylesheet.ts'

test('a site with default settings has an empty stylesheet', () => {
  expect(siteStylesheet({})).toBe('')
})

test('colors are written as token inputs', () => {
  const primaryColor = { light: '#0a0', dark: '#00FF00' }
  expect(siteStylesheet({ styling: { primaryColor, tint: { color: primaryColor } } })).toBe(
    ':root{--primary-light:#0a0;--primary-dark:#00FF00;--tint-light:#0a0;--tint-dark:#00FF00}',
  )
})

test('invalid colors are omitted', () => {
  const primaryColor = { light: 'red}body{display:none', dark: 'url(https://example.org)' }
  expect(siteStylesheet({ styling: { primaryColor } })).toBe('')
})

test('faces of an uploaded font are written once, with escaped names and URLs', () => {
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

test('selectable fonts are written, and unknown fonts fall back to the default', () => {
  expect(siteStylesheet({ styling: { monospaceFont: 'FiraCode' } })).toContain('--font-code:"Fira Code"')
  expect(siteStylesheet({ styling: { monospaceFont: 'IBMPlexMono', headingFont: 'ABCFavorit' } })).toBe('')
})

test('files of used fonts are written once, with fallback faces', () => {
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

test('every font of the contract is known, except defaults and a proprietary font', () => {
  const fontNames = [...Object.keys(textFonts), ...Object.keys(codeFonts)]
  expect([...fontNames, 'Inter', 'IBMPlexMono', 'ABCFavorit'].sort()).toEqual(
    [...fonts, ...monospaceFonts].sort(),
  )
})

test('settings that differ from the default become attributes of the document', () => {
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

test('the hash of the inline script is correct', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inlineScript))
  expect(inlineScriptHash).toBe(`'sha256-${Buffer.from(digest).toString('base64')}'`)
})

test('the icon of a site is an emoji or the default logo', () => {
  expect(siteIcon({ emoji: '<b>' })).toContain('>&lt;b></text></svg>')
  expect(siteIcon({ color: '#fff"/><script>' })).toContain('fill="#0b6a86"')
  expect(siteIcon({ color: '#123456' })).toContain('fill="#123456"')
})
