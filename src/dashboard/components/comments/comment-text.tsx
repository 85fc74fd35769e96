import { useQueries, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'
import { contentPaths, contentQuery } from '../../data/content.ts'
import { pageIndexOf } from '../page-text/page-index.ts'
import { filesById } from '../page-text/page-links.ts'
import { PageText } from '../page-text/page-text.tsx'
import { renderPage, useEmoji } from '../page-text/render-page.ts'
import styles from './comments.module.css'
import type { CommentsRef } from './queries.ts'

type CommentTextProps = {
  at: CommentsRef
  markdown: string
  /** Ids of the people whom the text names. */
  mentions: readonly string[]
}

const nothing = { pages: [], files: [] }

/** The text of a comment, rendered like a page; links go to pages of the same content. */
export function CommentText({ at, markdown, mentions }: CommentTextProps) {
  const { data: content = nothing } = useQuery(contentQuery(at))
  const text = useNamed(at.organizationId, markdown, mentions)
  const emoji = useEmoji(text)
  const html = useMemo(() => {
    const place = {
      spaceId: at.spaceId,
      path: '',
      index: pageIndexOf(content.pages),
      files: filesById(content.files),
      pageTo: contentPaths(at).page,
      organizationId: at.organizationId,
    }
    return renderPage(text, { title: '', place, emoji }).html
  }, [text, emoji, at.spaceId, at.change, at.organizationId, content])
  return <PageText html={html} className={clsx('diff-text', styles.text)} />
}

const written = /@\[([A-Za-z0-9_-]{1,64})\]/g

/** Programs name people by their ids alone; people read their names. */
function useNamed(organizationId: string, markdown: string, mentions: readonly string[]): string {
  const bare = mentions.filter((id) => markdown.includes(`@[${id}]`))
  const people = useQueries({
    queries: bare.map((userId) => q(api.members.get, { params: { organizationId, userId } })),
  })
  if (bare.length === 0) return markdown
  const names = new Map(people.flatMap(({ data }) => (data ? [[data.id, data.user.displayName]] : [])))
  return markdown.replace(written, (whole, id: string) =>
    names.has(id) ? `[@${names.get(id)}](/users/${id})` : whole,
  )
}
