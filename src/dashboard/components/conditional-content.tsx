import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useId } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { q, useApi } from '../data/api.ts'
import { offerUndo } from '../data/undo.ts'
import {
  type ConditionChoice,
  conditionalContentText,
  conditionChoiceOf,
  conditionChoices,
  conditionSettings,
} from '../lib/conditional-content.ts'
import styles from './conditional-content.module.css'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { ChoiceLine, Radio } from './ui/inputs.tsx'

/** Decides who sees the conditional content of a site. The change can be undone. */
export function useConditionChoice(params: SiteParams, site: Site) {
  const client = useQueryClient()
  const { organizationId, siteId } = params
  const changing = useApi(api.sites.update, {
    meta: { refused: `Couldn’t change who sees conditional content of “${site.title}”` },
    onSuccess: (now) => client.setQueryData(q(api.sites.get, { params }).queryKey, now),
  })
  const set = (choice: ConditionChoice | undefined, version: number, onSaved: (now: Site) => void) =>
    changing.mutate(
      {
        params: { organizationId, siteId },
        body: { adaptiveContent: conditionSettings(choice) },
        ifMatch: version,
      },
      { onSuccess: onSaved },
    )
  return {
    isPending: changing.isPending,
    choose: (choice: ConditionChoice, onSaved?: (now: Site) => void) =>
      set(choice, site.version, (now) => {
        const { done } = conditionChoices[choice]
        offerUndo(done, () => set(conditionChoiceOf(site), now.version, () => {}))
        onSaved?.(now)
      }),
  }
}

type ChoicesProps = {
  value: ConditionChoice | undefined
  onChange: (choice: ConditionChoice) => void
  disabled?: boolean
}

/** Who can see conditional content. */
export function ConditionChoices({ value, onChange, disabled = false }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className="sr">Who sees conditional content</legend>
      {Object.entries(conditionChoices).map(([choice, { label, help }]) => (
        <ChoiceLine
          key={choice}
          control={
            <Radio
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice as ConditionChoice)}
            />
          }
          help={help}
        >
          {label}
        </ChoiceLine>
      ))}
    </fieldset>
  )
}

/** How much content of a site has conditions, while no one has decided who sees it. */
export function useUndecidedContent(params: SiteParams, isEnabled: boolean): string | undefined {
  const { data } = useQuery({ ...q(api.siteChecks.list, { params }), enabled: isEnabled })
  const finding = data?.findings.find(({ kind }) => kind === 'conditional-content')
  return finding?.kind === 'conditional-content' ? conditionalContentText(finding) : undefined
}

/** Asks who sees the conditional content of a live site, which is hidden until then. */
export function UndecidedContentNotice({ params, site }: { params: SiteParams; site: Site }) {
  const isUndecided = site.adaptiveContent?.conditionalContent === 'undecided'
  const text = useUndecidedContent(params, site.published && isUndecided && site.permissions.edit)
  const { choose, isPending } = useConditionChoice(params, site)
  return (
    <div role="status">
      {text !== undefined && isUndecided && (
        <div className={styles.notice}>
          <Icon of={EyeOff} size="s" />
          <div>
            <p className={styles.title}>Conditional content is hidden</p>
            <p>{text} Readers don’t see it until you choose who does.</p>
            {site.permissions.admin && (
              <div className={styles.actions}>
                {Object.entries(conditionChoices).map(([choice, { label }]) => (
                  <Button
                    key={choice}
                    variant="outline"
                    size="small"
                    aria-busy={isPending}
                    onClick={() => !isPending && choose(choice as ConditionChoice)}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
