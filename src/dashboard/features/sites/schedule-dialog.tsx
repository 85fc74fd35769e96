import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteReaders } from '#contract/site-audience.ts'
import type { ScheduledChange } from '#contract/site-scheduled-actions.ts'
import { type Site, siteVisibility } from '#contract/sites.ts'
import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MissingEntrance } from '../../components/missing-entrance.tsx'
import { usePendingPlan } from '../../components/pending-plan.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { siteAudienceQuery } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { pluralize } from '../../lib/labels.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { audienceEffect, missingEntrance, unpublishEffect } from '../../lib/site-audience.ts'
import { audienceLabels, siteAddress } from './labels.tsx'
import {
  changeLabel,
  formatInZone,
  localTimeZone,
  type SchedulePreset,
  toLocalInput,
} from './schedule-labels.ts'

const types = ['publish', 'unpublish', 'change-audience', 'publish-plan'] as const
type ChangeType = (typeof types)[number]

const fields = z.object({
  type: z.enum(types),
  visibility: siteVisibility,
  redirect: z.boolean(),
  time: z
    .string()
    .min(1, 'Choose a date and time')
    .refine((text) => new Date(text) > new Date(), 'Choose a time in the future'),
})
type Values = z.infer<typeof fields>

const changeOf = ({ type, visibility, redirect }: Values): ScheduledChange => {
  if (type === 'change-audience') return { type, visibility }
  return type === 'publish-plan' ? { type, redirect } : { type }
}

const HOUR_MS = 3_600_000
/** The next full hour that is at least an hour away. */
const suggestedTime = (): string =>
  toLocalInput(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS))

/** Schedules publishing, unpublishing, another audience, or publishing the plan. */
export function NewScheduledAction({
  params,
  site,
  preset = {},
  onClose,
}: {
  params: SiteParams
  site: Site
  preset?: SchedulePreset
  onClose: () => void
}) {
  const timeZone = localTimeZone()
  const [time] = useState(suggestedTime)
  const plan = usePendingPlan(params, site.permissions.edit)
  const choices = choicesFor(site, plan?.steps, preset.type === 'publish-plan')
  const { data: readers } = useQuery({ ...siteAudienceQuery(params), enabled: site.permissions.admin })
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: {
      type: preset.type ?? choices[0]?.value ?? 'publish-plan',
      visibility: preset.visibility ?? site.visibility,
      redirect: preset.redirect ?? true,
      time,
    },
  })
  const type = useWatch({ control: form.control, name: 'type' })
  const visibility = useWatch({ control: form.control, name: 'visibility' })
  const missing = type === 'change-audience' && readers ? missingEntrance(readers, visibility) : undefined
  const canceling = useApi(api.siteScheduledActions.delete, {
    meta: { refused: 'Couldn’t cancel the scheduled action' },
  })
  const creation = useApi(api.siteScheduledActions.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ id, change, runsAt }) => {
      offerUndo(
        `Scheduled for ${formatInZone(runsAt, timeZone)}`,
        () => canceling.mutate({ params: { ...params, scheduledActionId: id } }),
        { reason: changeLabel(change) },
      )
      onClose()
    },
  })
  return (
    <Dialog
      title="Schedule a change"
      description="Lectern checks your role again at that time. If you no longer have it, nothing changes."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        submit="Schedule change"
        onCancel={onClose}
        disabledReason={refusalOf(choices.length, missing !== undefined)}
        onSubmit={(values) =>
          creation.mutate({
            params,
            body: { change: changeOf(values), runsAt: new Date(values.time).toISOString(), timeZone },
          })
        }
      >
        <SelectField name="type" label="Change" choices={choices} />
        {type === 'change-audience' && (
          <SelectField
            name="visibility"
            label="Audience"
            choices={siteVisibility.options.map((value) => ({ value, label: audienceLabels[value] }))}
          />
        )}
        {type === 'publish-plan' && <CheckboxField name="redirect" label="Redirect the old addresses" />}
        {missing === undefined ? (
          <p className="soft">{effectOf(type, site, readers, visibility)}</p>
        ) : (
          <MissingEntrance params={params} entrance={missing} />
        )}
        <TextField
          name="time"
          label="Date and time"
          type="datetime-local"
          autoComplete="off"
          help={`Time zone: ${timeZone}`}
        />
      </Form>
    </Dialog>
  )
}

const publish = { value: 'publish', label: 'Publish the site' } as const
const unpublish = { value: 'unpublish', label: 'Unpublish the site' } as const

/** The likeliest first. A published site can be unpublished and published again at two times. */
const choicesFor = (
  site: Site,
  steps: number | undefined,
  isPlan: boolean,
): { value: ChangeType; label: string }[] => [
  ...(site.permissions.admin
    ? [
        ...(site.published ? [unpublish, publish] : [publish, unpublish]),
        { value: 'change-audience' as const, label: 'Change the audience' },
      ]
    : []),
  ...(steps === undefined && !isPlan
    ? []
    : [
        {
          value: 'publish-plan' as const,
          label: `Publish the plan${steps ? ` (${pluralize(steps, 'change')})` : ''}`,
        },
      ]),
]

function refusalOf(choices: number, isEntranceMissing: boolean): string | undefined {
  if (choices === 0) return 'To schedule a change, you need the Create role or a plan to publish'
  return isEntranceMissing ? 'No one could read the site with this audience yet' : undefined
}

/** What readers notice at that time. */
function effectOf(
  type: ChangeType,
  site: Site,
  readers: SiteReaders | undefined,
  visibility: Site['visibility'],
): string {
  const address = shortAddress(siteAddress(site))
  if (type === 'publish') return `The site goes live at ${address}.`
  if (type === 'unpublish')
    return readers ? unpublishEffect(readers) : `Readers get a 404 for every page at ${address}.`
  if (type === 'publish-plan')
    return 'Lectern publishes the plan as it is at that time, including changes you make until then.'
  return readers ? audienceEffect(readers, visibility) : ''
}
