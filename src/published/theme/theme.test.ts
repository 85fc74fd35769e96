import { expect, test } from 'vitest'
import { sampleSite } from '../sample-model.ts'
import { inlineScript, inlineScriptHash } from '../scheme-script.ts'
import { rootAttributes } from './attributes.ts'
import { siteIcon } from './icon.ts'
import { siteStylesheet } from './stylesheet.ts'

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
