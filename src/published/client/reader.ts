import './reader.css'
import { enableMenus, enableTabs, revealLinkTargets, revealTarget } from './disclosure.ts'
import { findAll } from './dom.ts'
import { submitFeedbackInPlace } from './feedback.ts'
import { highlightSearch } from './highlight.ts'
import { trackInsights, trackNavigation } from './insights.ts'
import { enableNavigation } from './navigation.ts'
import { highlightOutline } from './outline.ts'
import { enableCopyButtons, enableEmbeds, showEditLink } from './page-actions.ts'
import { enableSchemeSwitch } from './scheme.ts'
import { enableSearchDialog } from './search.ts'
import { enableTree, scrollTreeToCurrent } from './tree.ts'

// Every page works without this script; it only adds convenience.
enableSchemeSwitch()
enableMenus()
enableSearchDialog()
enableTree()
enableEmbeds()
revealLinkTargets()
initializePage()
trackInsights()
enableNavigation(() => {
  initializePage()
  scrollTreeToCurrent()
}, trackNavigation)

/** What belongs to the content of a page, also of one that was opened without loading the frame again. */
function initializePage(): void {
  enableTabs()
  enableCopyButtons()
  highlightOutline()
  submitFeedbackInPlace()
  void showEditLink()
  revealTarget()
  highlightSearch()
  const operations = findAll<HTMLButtonElement>('.op-try')
  if (operations.length > 0)
    void import('./try-it/try-it.ts').then(({ enableTryIt }) => enableTryIt(operations))
  const diagrams = findAll('.code.diagram')
  if (diagrams.length > 0)
    void import('./diagrams/diagrams.ts').then(({ renderDiagrams }) => renderDiagrams(diagrams))
}
