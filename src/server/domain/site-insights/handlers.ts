import { api } from '#contract/api.ts'
import { handle } from '../../handle.ts'
import { savedCustomization } from '../site-customization/queries.ts'
import { aggregateEvents, valuesOf } from './aggregate-queries.ts'
import { createMonthTables, existingInsightsSite, insertEvents, insightsSite } from './queries.ts'
import { expectTimely, planOf } from './rules.ts'
import { storedEventOf } from './stored-event.ts'
import { numbering } from './visitor-numbers.ts'

export const siteInsightsHandlers = handle(api.siteInsights, {
  async track(ctx, { params, body: { events } }) {
    const now = ctx.now()
    expectTimely(events, now)
    const customization = await savedCustomization(ctx.db, params)
    await createMonthTables(
      ctx.db,
      events.map(({ timestamp }) => (timestamp === undefined ? now : new Date(timestamp))),
    )
    await ctx.write(async (tx) => {
      const site = await insightsSite(tx, params)
      const numberOf = numbering(site.salt, customization?.value.insights.trackingCookie ?? false)
      await insertEvents(
        tx,
        site,
        events.map((event) => storedEventOf(event, now, numberOf)),
      )
    })
    return undefined
  },

  async aggregate(ctx, { params, body }) {
    const plan = planOf(body, ctx.now())
    // A site without any event has counts of 0.
    const site = await existingInsightsSite(ctx.db, params)
    const rows = await aggregateEvents(ctx.db, site?.no ?? 0, plan)
    return {
      columns: plan.select.map(({ column, interval }, index) => ({
        column,
        ...(interval === undefined ? {} : { interval }),
        values: valuesOf(rows, index),
      })),
    }
  },
})
