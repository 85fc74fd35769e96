import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** A condition and its meaning, independent of the code that evaluates it. */
type Condition = { readonly text: string; readonly holds: (claims: Claims) => boolean }
type Claims = Readonly<Record<'a' | 'b' | 'c', boolean>>

const atom = fc.constantFrom('a' as const, 'b' as const, 'c' as const).map(
  (name): Condition => ({
    text: `visitor.claims.unsigned.${name}`,
    holds: (claims) => claims[name],
  }),
)

const sound: fc.Arbitrary<Condition> = fc.letrec<{ whole: Condition }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 2 },
    atom,
    tie('whole').map(({ text, holds }) => ({
      text: `!(${text})`,
      holds: (claims: Claims) => !holds(claims),
    })),
    fc.tuple(tie('whole'), tie('whole')).map(([one, other]) => ({
      text: `(${one.text}) && (${other.text})`,
      holds: (claims: Claims) => one.holds(claims) && other.holds(claims),
    })),
    fc.tuple(tie('whole'), tie('whole')).map(([one, other]) => ({
      text: `(${one.text}) || (${other.text})`,
      holds: (claims: Claims) => one.holds(claims) || other.holds(claims),
    })),
    atom.map(({ text, holds }) => ({ text: `${text} == true`, holds })),
  ),
})).whole

/** One that fails for every visitor hides the content from everyone. */
const faulty: Condition = { text: 'visitor.claims.nobody.says.this == 1', holds: () => false }
const condition = fc.oneof({ weight: 8, arbitrary: sound }, { weight: 1, arbitrary: fc.constant(faulty) })

const visitors: readonly Claims[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  a: (bits & 1) > 0,
  b: (bits & 2) > 0,
  c: (bits & 4) > 0,
}))

type Place = { readonly spaceId: string; readonly at: string; readonly shown: (claims: Claims) => boolean }

/** A page with conditions, a word that only this page has, and one in a part of it with another condition. */
type Planted = {
  readonly title: string
  readonly path: string
  /** The page that contains it. */
  readonly above: string
  readonly place: Place
  readonly shown: (claims: Claims) => boolean
  readonly partShown: (claims: Claims) => boolean
  readonly word: string
  readonly partWord: string
  readonly file: string
}

/** A public site that adapts to its readers, with drawn conditions on a section, a variant, pages and parts of pages. */
async function aDrawnSite(seed: number) {
  const drawn = fc.sample(condition, { numRuns: 12, seed })
  const next = () => drawn.pop() ?? { text: 'true', holds: () => true }
  const site = await aPublishedSite(app, 'Start')
  const { call, params, edit } = site
  const section = await site.aSection('Guides')
  const variant = await site.aSiteSpace('Variant', section.id)
  const [ofSection, ofVariant] = [next(), next()]
  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: section.id },
    body: { condition: ofSection.text },
  })
  await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: variant.id },
    body: { condition: ofVariant.text },
  })
  const { items } = await call(api.siteSpaces.list, { params })
  const places: Place[] = [
    { spaceId: items.find(({ title }) => title === 'Start')?.space.id ?? '', at: '', shown: () => true },
    { spaceId: section.spaceId, at: 'guides/', shown: ofSection.holds },
    {
      spaceId: variant.spaceId,
      at: 'guides/variant/',
      shown: (claims) => ofSection.holds(claims) && ofVariant.holds(claims),
    },
  ]
  const planted: Planted[] = []
  for (const [index, place] of places.entries()) {
    await edit(place.spaceId, page(`Home${index}`, 'Begin.'))
    const [above, below, part] = [next(), next(), next()]
    const letter = 'xyz'[index] ?? ''
    const file = await aFile(site, place.spaceId, `${letter}.csv`)
    const [upper, lower] = [`Upper${letter}`, `Lower${letter}`]
    const ids = await edit(place.spaceId, page(upper, `Quv${letter}.`, { condition: above.text }))
    const text = `Quw${letter}.\n\n{% if ${part.text} %}\nQux${letter} [file](/files/${file})\n{% endif %}\n`
    await edit(place.spaceId, page(lower, text, { condition: below.text, into: ids[upper] ?? '' }))
    const aboveShown = (claims: Claims) => place.shown(claims) && above.holds(claims)
    const belowShown = (claims: Claims) => aboveShown(claims) && below.holds(claims)
    const paths = [
      `${place.at}${upper.toLowerCase()}`,
      `${place.at}${upper.toLowerCase()}/${lower.toLowerCase()}`,
    ]
    planted.push({
      title: lower,
      path: paths[1] ?? '',
      above: ids[upper] ?? '',
      place,
      shown: belowShown,
      partShown: (claims) => belowShown(claims) && part.holds(claims),
      word: `quw${letter}`,
      partWord: `qux${letter}`,
      file,
    })
  }
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  return { ...site, planted, places, section, variant }
}

type Drawn = Awaited<ReturnType<typeof aDrawnSite>>

async function aFile({ edit, call }: Pick<Drawn, 'edit' | 'call'>, spaceId: string, name: string) {
  const base64 = Buffer.from(name).toString('base64')
  await edit(spaceId, { operation: 'insert_files', files: [{ name, base64, contentType: 'text/csv' }] })
  const { items } = await call(api.spaceContent.files, { params: { spaceId } })
  return items.find((one) => one.name === name)?.id ?? ''
}

/** What of a planted page each surface tells a visitor: of the page itself, and of its part. */
async function toldOf(drawn: Drawn, one: Planted, unsigned: Claims) {
  const { read, call, params, basename } = drawn
  const cookie = `lectern_claims=${encodeURIComponent(JSON.stringify(unsigned))}`
  const get = (path: string, headers = {}) => read(path, { cookie, ...headers })
  const found = async (word: string) =>
    (await get(`~search?q=${word}`, { accept: 'application/json' })).text.includes(one.title)
  const foundByProgram = async (query: string) => {
    const { items } = await call(api.search.site, {
      params,
      body: { query, scope: { mode: 'all' }, claims: { unsigned } },
    })
    return JSON.stringify(items).includes(one.title)
  }
  const url = `${app.service.urls.site(basename)}${one.path}`
  const lookedUp = await call(api.urls.published, {
    body: { url, visitor: { unsignedClaims: unsigned } },
  }).then(
    () => true,
    () => false,
  )
  const shown = await get(one.path)
  const own = shown.status === 200 ? shown.text : ''
  const elsewhere = await get(one.path.replace(/lower/, 'lowre'))
  return {
    page: {
      page: shown.status === 200,
      head: shown.text.includes(`<title>${one.title}`),
      navigation: (await get(one.place.at)).text.includes(`>${one.title}<`),
      rows: (await get(`${one.place.at}~tree?under=${one.above}`)).text.includes(one.title),
      search: await found(one.word),
      sitemap: (await get('sitemap.xml')).text.includes(one.path),
      llms: (await get('llms.txt')).text.includes(one.title),
      feed: (await get('~feed.xml')).text.includes(one.title),
      searchSite: await foundByProgram(one.word),
      lookup: lookedUp,
    },
    part: {
      page: own.toLowerCase().includes(one.partWord),
      search: await found(one.partWord),
      searchSite: await foundByProgram(one.partWord),
      file: (await get(`~files/${one.place.spaceId}/${one.file}/x.csv`)).status === 200,
    },
    // The source would reveal what conditions hide, so no one gets it here.
    never: {
      markdown: (await get(`${one.path}.md`)).status === 200,
      full: (await get('llms-full.txt')).status === 200,
      fileById:
        (await app.send({ method: 'GET', url: `/files/${one.place.spaceId}/${one.file}/x.csv` })).status ===
        200,
    },
    suggested: elsewhere.text.includes(`>${one.title}<`),
  }
}

test.each([1, 2, 3])(
  'what a condition hides is hidden everywhere, and what it shows is shown (%i)',
  async (seed) => {
    const drawn = await aDrawnSite(seed)
    for (const claims of visitors) {
      for (const one of drawn.planted) {
        const told = await toldOf(drawn, one, claims)
        const where = `${one.title} for ${JSON.stringify(claims)}`
        const all = (part: object, value: boolean) =>
          Object.fromEntries(Object.keys(part).map((key) => [key, value]))
        expect(told.page, where).toEqual(all(told.page, one.shown(claims)))
        expect(told.part, where).toEqual(all(told.part, one.partShown(claims)))
        expect(told.never, where).toEqual(all(told.never, false))
        if (!one.shown(claims)) expect(told.suggested, where).toBe(false)
      }
      const { params, call, section, variant, places } = drawn
      const query = { claims: JSON.stringify({ unsigned: claims }) }
      for (const answer of [
        await call(api.siteStructure.get, { params, query }),
        (await call(api.publishedSites.get, { params, query })).structure,
      ]) {
        const text = JSON.stringify(answer)
        expect(text.includes(section.id)).toBe(places[1]?.shown(claims))
        expect(text.includes(variant.id)).toBe(places[2]?.shown(claims))
      }
    }
  },
  300_000,
)
