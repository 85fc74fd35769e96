import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Languages, Unlink } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { q, useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { languageChoices, languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { useUnlinkTranslation } from './mutations.ts'

/** The language of a space, and the space that it translates. */
export function TranslationSection({ space }: { space: Space }) {
  return (
    <section aria-labelledby="space-language">
      <h2 id="space-language">Language</h2>
      <div className="form">
        <LanguageSelect space={space} />
      </div>
      {space.translation ? <LinkedOriginal space={space} /> : <Unlinked space={space} />}
    </section>
  )
}

/** Sets the language right away, with undo. */
function LanguageSelect({ space }: { space: Space }) {
  const updating = useApi(api.spaces.update, { meta: { refused: 'Couldn’t change the language' } })
  const send = (language: string | null) =>
    updating.mutateAsync({ params: { spaceId: space.id }, body: { language } })
  const onChange = async (language: string | null) => {
    const before = space.language ?? null
    try {
      await send(language)
    } catch {
      // The toast of the failed write says why.
      return
    }
    const message =
      language === null ? 'Removed the language' : `Set the language to ${languageName(language)}`
    offerUndo(message, () => void send(before).catch(() => undefined))
  }
  return (
    <Field
      label="Language of the content"
      help="Published pages are marked with it. Without one, they use the language of the site."
    >
      {(tied) => (
        <Select
          {...tied}
          value={space.language ?? ''}
          disabled={updating.isPending}
          choices={[
            { value: '', label: 'Language of the site', disabled: space.translation !== undefined },
            ...languageChoices,
          ]}
          onChange={({ target }) => void onChange(target.value || null)}
        />
      )}
    </Field>
  )
}

function LinkedOriginal({ space }: { space: Space }) {
  const sourceId = space.translation?.source.space ?? ''
  const { data: source } = useQuery({
    ...q(api.spaces.get, { params: { spaceId: sourceId } }),
    retry: false,
  })
  const unlink = useUnlinkTranslation()
  const title = source ? source.title || labels.untitled : 'a space that you can’t open'
  return (
    <div className="section-action">
      <div>
        <h3>Translation</h3>
        <p>
          This space is a translation of{' '}
          {source ? (
            <Link className="link" to={paths.translations(source.id)}>
              {title}
            </Link>
          ) : (
            title
          )}
          .
        </p>
      </div>
      <Button variant="outline" icon={Unlink} onClick={() => void unlink(space, title)}>
        Unlink
      </Button>
    </div>
  )
}

function Unlinked({ space }: { space: Space }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="section-action">
      <div>
        <h3>Translation</h3>
        <p>Link this space to the one it translates. On sites, both become languages of the same content.</p>
      </div>
      <Button variant="outline" icon={Languages} onClick={() => setIsOpen(true)}>
        Link to original
      </Button>
      {isOpen && <MarkDialog space={space} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
