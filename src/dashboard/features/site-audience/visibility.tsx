import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { ChoiceLine, Radio } from '../../components/ui/inputs.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { type SitePlace, siteQuery } from './audience-queries.ts'

const ways: readonly { value: Site['visibility']; label: string; means: string }[] = [
  { value: 'public', label: 'Public', means: 'Everybody reads it, and search engines may list it.' },
  {
    value: 'unlisted',
    label: 'Unlisted',
    means: 'Everybody who has the address reads it. Search engines are asked to leave it out.',
  },
  {
    value: 'share-link',
    label: 'Share link',
    means: 'Whoever has one of the links below reads it. To everybody else it is as if there were no site.',
  },
  {
    value: 'visitor-auth',
    label: 'Visitor sign-in',
    means: 'Whoever comes with a token that your own application signed reads it.',
  },
]

const labelOf = (visibility: Site['visibility']): string =>
  ways.find(({ value }) => value === visibility)?.label ?? visibility

/** Who may read a site, and whether it adapts to them; each change counts at once and can be taken back. */
export function Visibility({ place, site }: { place: SitePlace; site: Site }) {
  const client = useQueryClient()
  const name = useId()
  const { organizationId, siteId } = place
  const changing = useApi(api.sites.update, {
    meta: { refused: `The audience of “${site.title}” stays as it is` },
    onSuccess: (now) => client.setQueryData(siteQuery(place).queryKey, now),
  })
  const set = (visibility: Site['visibility'], now: Site, isUndo = false) =>
    changing.mutate(
      { params: { organizationId, siteId }, body: { visibility }, ifMatch: now.version },
      {
        onSuccess: (saved) => {
          if (isUndo) return
          toast.undoable(`“${site.title}” is now: ${labelOf(visibility)}`, () =>
            set(now.visibility, saved, true),
          )
        },
      },
    )
  return (
    <section aria-labelledby={`${name}-head`}>
      <h2 id={`${name}-head`}>Who may read</h2>
      <fieldset className="audience-ways" disabled={!site.permissions.admin}>
        <legend className="sr">Visibility</legend>
        {ways.map(({ value, label, means }) => (
          <ChoiceLine
            key={value}
            control={
              <Radio
                name={name}
                value={value}
                checked={site.visibility === value}
                onChange={() => !changing.isPending && set(value, site)}
              />
            }
            help={means}
          >
            {label}
          </ChoiceLine>
        ))}
      </fieldset>
    </section>
  )
}
