import { useWatch } from 'react-hook-form'
import { EmojiField } from '../../components/fields.tsx'
import type { SiteOutline } from '../../components/site-target/target.ts'
import {
  ColorField,
  CustomizationField,
  CustomizationPictures,
  CustomizationSelect,
  CustomizationSwitch,
  CustomizationText,
  choicesOf,
} from './customization-fields.tsx'
import { customFont } from './customization-values.ts'
import * as labels from './labels.ts'
import { FooterGroups, HeaderLinks } from './link-fields.tsx'
import { AnnouncementTarget, PageActions, SocialAccounts } from './list-fields.tsx'

export const sectionLabels = {
  colours: 'Theme and colours',
  type: 'Type and code',
  header: 'Header',
  footer: 'Footer',
  announcement: 'Announcement',
  pictures: 'Title and pictures',
  pages: 'Pages',
  reading: 'Language and privacy',
} as const
export type SectionName = keyof typeof sectionLabels

/** The fields of one section. */
export function SectionFields({ part, parts }: { part: SectionName; parts: SiteOutline }) {
  switch (part) {
    case 'colours':
      return <ColorFields />
    case 'type':
      return <TypeFields />
    case 'header':
      return (
        <>
          <HeaderLinks parts={parts} />
          <CustomizationSelect
            name="styling/search"
            label="Search"
            choices={choicesOf(labels.searchLabels)}
          />
        </>
      )
    case 'footer':
      return (
        <>
          <CustomizationPictures name="footer/logo" label="Logo in the footer" />
          <FooterGroups parts={parts} />
          <CustomizationText name="footer/copyright" label="Copyright" />
          <SocialAccounts />
          <CustomizationSwitch
            name="trademark/enabled"
            label="Made with Lectern"
            help="A small mark at the end of the footer."
          />
        </>
      )
    case 'announcement':
      return <AnnouncementFields parts={parts} />
    case 'pictures':
      return <PictureFields />
    case 'pages':
      return <PageFields />
    case 'reading':
      return <LanguageFields />
  }
}

const ColorFields = () => (
  <>
    <CustomizationSelect name="styling/theme" label="Theme" choices={choicesOf(labels.themeLabels)} />
    <ColorField name="styling/primaryColor" label="Primary" />
    <ColorField name="styling/tint/color" label="Tint" isOptional />
    <ColorField name="styling/infoColor" label="Information" />
    <ColorField name="styling/successColor" label="Success" />
    <ColorField name="styling/warningColor" label="Warning" />
    <ColorField name="styling/dangerColor" label="Danger" />
    <CustomizationSelect name="styling/corners" label="Corners" choices={choicesOf(labels.cornerLabels)} />
    <CustomizationSelect name="styling/depth" label="Depth" choices={choicesOf(labels.depthLabels)} />
    <CustomizationSelect name="styling/links" label="Links" choices={choicesOf(labels.linkLabels)} />
    <CustomizationSelect
      name="styling/sidebar/background"
      label="Ground of the page tree"
      choices={choicesOf(labels.backgroundLabels)}
    />
    <CustomizationSelect
      name="styling/sidebar/list"
      label="Mark in the page tree"
      choices={choicesOf(labels.listLabels)}
    />
    <CustomizationSelect name="themes/default" label="Scheme" choices={choicesOf(labels.schemeLabels)} />
    <CustomizationSwitch name="themes/toggeable" label="Readers can switch between light and dark" />
  </>
)

const customFontChoice = { value: customFont, label: 'A font of its own' }

function TypeFields() {
  const font: unknown = useWatch({ name: 'styling/font' })
  const heading: unknown = useWatch({ name: 'styling/headingFont' })
  const code: unknown = useWatch({ name: 'styling/monospaceFont' })
  const withOwn = (value: unknown) => (value === customFont ? [customFontChoice] : [])
  return (
    <>
      <CustomizationSelect
        name="styling/font"
        label="Font"
        choices={[...labels.fontChoices, ...withOwn(font)]}
      />
      <CustomizationSelect
        name="styling/headingFont"
        label="Font of headings"
        choices={[{ value: '', label: 'The same' }, ...labels.fontChoices, ...withOwn(heading)]}
      />
      <CustomizationSelect
        name="styling/monospaceFont"
        label="Font of code"
        choices={[...labels.monospaceChoices, ...withOwn(code)]}
      />
      <CustomizationSelect
        name="styling/codeTheme/default/light"
        label="Code on light pages"
        choices={labels.codeThemeChoices}
      />
      <CustomizationSelect
        name="styling/codeTheme/default/dark"
        label="Code on dark pages"
        choices={labels.codeThemeChoices}
        help="Open a page with code in the preview to see it."
      />
    </>
  )
}

const AnnouncementFields = ({ parts }: { parts: SiteOutline }) => (
  <>
    <CustomizationSwitch name="announcement/enabled" label="Show an announcement above the header" />
    <CustomizationText name="announcement/message" label="Message" />
    <CustomizationSelect name="announcement/style" label="Tone" choices={choicesOf(labels.toneLabels)} />
    <CustomizationText name="announcement/link/title" label="Link text" />
    <AnnouncementTarget parts={parts} />
  </>
)

const PictureFields = () => (
  <>
    <CustomizationText name="title" label="Title in the header" help="Default: the title of the site." />
    <CustomizationPictures name="header/logo" label="Logo" help="URL of an image, shown before the title." />
    <CustomizationField names={['favicon/emoji']} label="Icon">
      <EmojiField name="favicon/emoji" label="Icon in the browser’s tab" isOptional />
    </CustomizationField>
    <CustomizationPictures name="favicon/icon" label="Icon as a picture" help="In place of the emoji." />
    <CustomizationText
      name="socialPreview/url"
      label="Picture for shared links"
      type="url"
      help="Shown where a page is shared."
    />
  </>
)

const PageFields = () => (
  <>
    <PageActions />
    <CustomizationSwitch name="pagination/enabled" label="Page before and page after" />
    <CustomizationSwitch name="feedback/enabled" label="Ask whether a page was helpful" />
    <CustomizationSwitch name="git/showEditLink" label="Link for editing a page" />
    <CustomizationSwitch name="pdf/enabled" label="Download as PDF" />
    <CustomizationSelect
      name="externalLinks/target"
      label="Links to elsewhere open"
      choices={choicesOf(labels.targetLabels)}
    />
  </>
)

const LanguageFields = () => (
  <>
    <CustomizationSelect
      name="internationalization/locale"
      label="Language around the text"
      choices={labels.localeChoices}
      help="Of search, headings and buttons."
    />
    <CustomizationText name="privacyPolicy/url" label="Privacy policy" type="url" />
    <CustomizationSwitch name="insights/trackingCookie" label="Recognize returning readers with a cookie" />
  </>
)
