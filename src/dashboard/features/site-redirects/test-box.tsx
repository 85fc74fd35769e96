import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { redirectSource } from '#contract/site-redirects.ts'
import { Button } from '../../components/ui/button.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { isRefusal, q } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import type { SitePlace } from './redirect-queries.ts'

/** Where does a path lead? */
export function TestBox({ place }: { place: SitePlace }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { organizationId, siteId } = place
  const source = redirectSource.safeParse(asked)
  const found = useQuery({
    ...q(api.siteRedirects.resolve, { params: { organizationId, siteId }, query: { source: asked } }),
    enabled: source.success,
    retry: false,
  })
  return (
    <form
      className="redirect-test"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(text.trim())
      }}
    >
      <span className="redirect-ask">
        <span className="soft nowrap">Where does</span>
        <TextInput
          aria-label="Path to try"
          mono
          placeholder="/old/guide"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="soft nowrap">go?</span>
      </span>
      <Button type="submit" look="line">
        Try
      </Button>
      <p className="redirect-told" role="status">
        {asked !== '' && !source.success && (
          <span className="i-danger">{source.error.issues[0]?.message}</span>
        )}
        {source.success && found.isFetching && <span className="faint">Asking</span>}
        {source.success && !found.isFetching && found.data && (
          <>
            <span className="soft">{found.data.redirect.permanent === false ? '307 to' : '308 to'}</span>{' '}
            <a className="link" href={found.data.target} target="_blank" rel="noreferrer">
              {found.data.target}
            </a>
          </>
        )}
        {source.success && !found.isFetching && found.error && (
          <span className="soft">
            {isRefusal(found.error, 404) ? found.error.message : reasonOf(found.error)}
          </span>
        )}
      </p>
    </form>
  )
}
