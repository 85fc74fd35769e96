import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

const preloadedIn = (html: string) =>
  [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, path = '']) => path)

test('a site loads only its chosen fonts', async () => {
  const { read, call, params } = await aPublishedSite(app, 'Guide')
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  const styling = { ...customization.styling, font: 'Lato' as const, headingFont: 'Merriweather' as const }
  await call(api.siteCustomization.put, { params, body: { ...customization, styling } })
  const { text } = await read('')
  const preloaded = preloadedIn(text)
  expect(preloaded.map((path) => path.replace(/-[\w-]{8}\.woff2$/, ''))).toEqual([
    '/reader/fonts/lato-latin-400-normal',
    '/reader/fonts/merriweather-latin-wght-normal',
    expect.stringMatching(/^\/reader\/plex-mono-latin-400/),
  ])
  const css = await app.send({ method: 'GET', url: /href="([^"]*~style[^"]*)"/.exec(text)?.[1] ?? '' })
  expect(css.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(new Set([...css.text.matchAll(/font-family:"([^"]+)"/g)].map(([, name]) => name))).toEqual(
    new Set(['Lato Fallback', 'Lato', 'Merriweather Fallback', 'Merriweather']),
  )
  for (const url of preloaded) {
    const font = await app.send({ method: 'GET', url })
    expect(font.status).toBe(200)
    expect(font.headers['content-type']).toBe('font/woff2')
    expect(font.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('a font that cannot be redistributed falls back to the default one', async () => {
  const { read, call, params } = await aPublishedSite(app, 'Paid')
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  const usual = preloadedIn((await read('')).text)
  const styling = { ...customization.styling, font: 'ABCFavorit' as const }
  await call(api.siteCustomization.put, { params, body: { ...customization, styling } })
  expect(preloadedIn((await read('')).text)).toEqual(usual)
})
