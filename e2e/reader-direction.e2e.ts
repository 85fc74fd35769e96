import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { longWords } from '#testing/long-words.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'

const english = 'Output plugins keep events in a buffer and write them later in chunks.\n\n'
const arabic = 'تحتفظ إضافات الإخراج بالأحداث في مخزن مؤقت ثم تكتبها على شكل قطع.\n\n'
const hebrew = 'תוספי הפלט שומרים את האירועים במאגר זמני וכותבים אותם אחר כך בחלקים.\n\n'

const languages = {
  English: { lang: 'en', dir: 'ltr', space: 'The buffer', pages: ['Start', 'Blocks', 'End'], text: english },
  Arabic: { lang: 'ar', dir: 'rtl', space: 'المخزن', pages: ['مقدمة', 'كل شيء', 'خاتمة'], text: arabic },
  Hebrew: { lang: 'he', dir: 'rtl', space: 'המאגר', pages: ['מבוא', 'הכול', 'סיום'], text: hebrew },
} as const

type Language = (typeof languages)[keyof typeof languages]

/** Publishes a site in one language; returns the URLs of its pages: the first, one with every block, the last, and one in a foreign language. */
async function publish(callApi: Call, seed: Seed, { space, pages, text }: Language): Promise<string[]> {
  const siteId = await seed.site(space, [space])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  // Most text of the page with every block is English, but its first lines decide its direction.
  const blocks = `${text.trim().repeat(150)}\n\n${everyBlock}${longWords}`
  const [first, second, third] = [text, blocks, `## ${pages[0]}\n\n${text}`]
  const foreign = text === english ? arabic : english
  const inserted = [...pages, 'API (v1)'].map((title, at) => ({
    operation: 'insert_page' as const,
    title,
    document: { markdown: [first, second, third, foreign.repeat(2)][at] ?? '' },
  }))
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes: inserted } })
  const url = await publishForEveryone(callApi, params)
  const { pages: all } = await callApi(api.spaceContent.get, { params: { spaceId } })
  return all.slice(1).flatMap((page) => ('path' in page ? [`${url}${page.path}`] : []))
}

/** Elements that overflow the window outside of scroll containers. */
const overflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const isScrolled = (element: Element): boolean => {
      const parent = element.parentElement
      return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isScrolled(parent))
    }
    const overflowing = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1) && !isScrolled(element)
    })
    const names = overflowing.map(({ tagName, className }) => `${tagName.toLowerCase()} ${className}`)
    return scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth}`, ...names] : names
  })

for (const [name, language] of Object.entries(languages)) {
  test(`${name} is displayed in its own direction without horizontal overflow`, async ({
    page,
    callApi,
    seed,
  }) => {
    const [start = '', blocks = '', end = '', foreign = ''] = await publish(callApi, seed, language)
    const startsAt: 'left' | 'right' = language.dir === 'rtl' ? 'right' : 'left'
    const edge = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, side) => element.getBoundingClientRect()[side], startsAt)
    const precedes = async (one: string, other: string) => {
      const [a, b] = [await edge(one), await edge(other)]
      return language.dir === 'rtl' ? a > b : a < b
    }

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(blocks)
      await expect(page.locator('html')).toHaveAttribute('lang', language.lang)
      await expect(page.locator('html')).toHaveAttribute('dir', language.dir)
      await expect(page.locator('.prose')).not.toHaveAttribute('dir')
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      expect(await overflowingElements(page)).toEqual([])
      await expect(page.locator('.code pre code').first()).toHaveCSS('direction', 'ltr')
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(end)
    expect(await precedes('.tree', '.article')).toBe(true)
    expect(await precedes('.article', '.toc')).toBe(true)
    expect(await precedes('.pager [rel=prev]', '.pager [rel=next]')).toBe(true)
    expect(await precedes('.brand', '.search-form')).toBe(true)
    await page.goto(foreign)
    const other = language.dir === 'rtl' ? 'ltr' : 'rtl'
    await expect(page.locator('.prose')).toHaveAttribute('dir', other)
    await expect(page.locator('.title')).toHaveCSS('text-align', 'start')
    expect(await precedes('.tree', '.article')).toBe(true)

    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(start)
    await page.locator('.bar [popovertarget="~pages"]').click()
    expect(await edge('.side')).toBe(startsAt === 'left' ? 0 : 390)
  })
}
