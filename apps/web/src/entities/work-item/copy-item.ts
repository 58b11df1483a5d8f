import { type TextKey, t } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import { itemAddress } from './item-address.ts'

async function copy(text: string, said: { copied: TextKey; failed: TextKey }) {
  const copied = await copyText(text)
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? said.copied : said.failed),
  })
}

export const copyItemLink = (slug: string, key: string) => copyAddress(itemAddress(slug, key))

export const copyAddress = (address: string) =>
  copy(location.origin + address, {
    copied: 'item.link_copied',
    failed: 'item.link_not_copied',
  })

/** For several, one per line. */
export const copyLinks = (links: readonly string[]) =>
  copy(links.join('\n'), { copied: 'item.links_copied', failed: 'item.link_not_copied' })

export const copyItemKey = (key: string) =>
  copy(key, { copied: 'item.key_copied', failed: 'item.key_not_copied' })
