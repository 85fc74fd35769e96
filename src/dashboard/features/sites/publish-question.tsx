import { useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import {
  ConditionChoices,
  useConditionChoice,
  useUndecidedContent,
} from '../../components/conditional-content.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import type { ConditionChoice } from '../../lib/conditional-content.ts'
import { labels } from '../../lib/labels.ts'

type Props = { params: SiteParams; site: Site; onDecided: () => void; onClose: () => void }

/** Asks who sees the conditional content of a site before it is published. */
export function PublishQuestion({ params, site, onDecided, onClose }: Props) {
  const [choice, setChoice] = useState<ConditionChoice>()
  const text = useUndecidedContent(params, true)
  const { choose, isPending } = useConditionChoice(params, site)
  return (
    <Dialog
      title="Who sees conditional content?"
      description={text ?? `${labels.quoted(site.title)} has content with conditions.`}
      onClose={onClose}
    >
      <DialogBody>
        <ConditionChoices value={choice} onChange={setChoice} />
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          size="form"
          variant="primary"
          aria-busy={isPending}
          disabledReason={choice === undefined ? 'Choose who sees conditional content' : undefined}
          onClick={() => choice !== undefined && !isPending && choose(choice, onDecided)}
        >
          Publish
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
