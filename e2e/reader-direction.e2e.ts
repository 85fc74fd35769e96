import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { longWords } from '#testing/long-words.ts'
import { expect, type Seed, test } from './fixtures.ts'

type Call = Parameters<Parameters<typeof test>[2]>[0]['api']

const english = 'Output plugins keep events in a buffer and write them later in chunks.\n\n'
const arabic = 'تحتفظ إضافات الإخراج بالأحداث في مخزن مؤقت ثم تكتبها على شكل قطع.\n\n'
const hebrew = 'תוספי הפלט שומרים את האירועים במאגר זמני וכותבים אותם אחר כך בחלקים.\n\n'

const writings = {
  English: { lang: 'en', dir: 'ltr', space: 'The buffer', pages: ['Start', 'Blocks', 'End'], text: english },
  Arabic: { lang: 'ar', dir: 'rtl', space: 'المخزن', pages: ['مقدمة', 'كل شيء', 'خاتمة'], text: arabic },
  Hebrew: { lang: 'he', dir: 'rtl', space: 'המאגר', pages: ['מבוא', 'הכול', 'סיום'], text: hebrew },
} as const

type Writing = (typeof writings)[keyof typeof writings]

/** A published site in one language; answers the addresses of its pages: the first, one of all blocks, the last, a foreign one. */
async function publish(as: Call, seed: Seed, { space, pages, text }: Writing): Promise<string[]> {
  const siteId = await seed.site(space, [space])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await as(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  // Most of what is written on the page of all blocks is English, and it is to be read as its first lines are.
  const blocks = `${text.trim().repeat(150)}\n\n${everyBlock}${longWords}`
  const [first, second, third] = [text, blocks, `## ${pages[0]}\n\n${text}`]
  const foreign = text === english ? arabic : english
  const inserted = [...pages, 'API (v1)'].map((title, at) => ({
    operation: 'insert_page' as const,
    title,
    document: { markdown: [first, second, third, foreign.repeat(2)][at] ?? '' },
  }))
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes: inserted } })
  const { urls } = await as(api.sites.publish, { params })
  const { pages: all } = await as(api.spaceContent.get, { params: { spaceId } })
  return all.slice(1).flatMap((page) => ('path' in page ? [`${urls.published}${page.path}`] : []))
}

/** What reaches beyond the window, apart from what is scrolled by itself. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const isScrolled = (element: Element): boolean => {
      const above = element.parentElement
      return above !== null && (getComputedStyle(above).overflowX !== 'visible' || isScrolled(above))
    }
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1) && !isScrolled(element)
    })
    const names = out.map(({ tagName, className }) => `${tagName.toLowerCase()} ${className}`)
    return scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth}`, ...names] : names
  })

for (const [name, writing] of Object.entries(writings)) {
  test(`${name} is read in its own direction, and nothing is wider than the window`, async ({
    page,
    api: as,
    seed,
  }) => {
    const [start = '', blocks = '', end = '', foreign = ''] = await publish(as, seed, writing)
    const startsAt: 'left' | 'right' = writing.dir === 'rtl' ? 'right' : 'left'
    const edge = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, side) => element.getBoundingClientRect()[side], startsAt)
    const isBefore = async (one: string, other: string) => {
      const [a, b] = [await edge(one), await edge(other)]
      return writing.dir === 'rtl' ? a > b : a < b
    }

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(blocks)
      await expect(page.locator('html')).toHaveAttribute('lang', writing.lang)
      await expect(page.locator('html')).toHaveAttribute('dir', writing.dir)
      await expect(page.locator('.prose')).not.toHaveAttribute('dir')
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      expect(await beyond(page)).toEqual([])
      await expect(page.locator('.code pre code').first()).toHaveCSS('direction', 'ltr')
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(end)
    expect(await isBefore('.tree', '.article')).toBe(true)
    expect(await isBefore('.article', '.toc')).toBe(true)
    expect(await isBefore('.pager [rel=prev]', '.pager [rel=next]')).toBe(true)
    expect(await isBefore('.brand', '.search-form')).toBe(true)
    await page.goto(foreign)
    const other = writing.dir === 'rtl' ? 'ltr' : 'rtl'
    await expect(page.locator('.prose')).toHaveAttribute('dir', other)
    await expect(page.locator('.title')).toHaveCSS('text-align', 'start')
    expect(await isBefore('.tree', '.article')).toBe(true)

    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(start)
    await page.locator('.bar [popovertarget="pages"]').click()
    expect(await edge('.side')).toBe(startsAt === 'left' ? 0 : 390)
  })
}
