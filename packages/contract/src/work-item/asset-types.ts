const of = (prefix: string, names: string): string[] =>
  names.split(' ').map((name) => `${prefix}${name}`)

/** Pictures: all asset types except attachments. */
export const imageTypes: readonly string[] = of('image/', 'jpeg png webp jpg gif')

export const attachmentTypes: readonly string[] = [
  ...of('image/', 'jpeg png gif svg+xml webp tiff bmp'),
  ...of('image/x-portable-', 'graymap bitmap pixmap'),
  ...of('application/', 'pdf rtf json xml x-sql octet-stream'),
  ...of('application/', 'msword vnd.ms-excel vnd.ms-powerpoint vnd.visio'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ...of('application/vnd.oasis.opendocument.', 'spreadsheet text presentation graphics database'),
  ...of('application/', 'zip gzip x-gzip x-zip x-zip-compressed x-rar x-rar-compressed x-tar'),
  ...of('application/', 'x-7z-compressed x-compressed x-compressed-tar'),
  ...of('application/x-compressed-tar-', 'gz bz2 zip 7z rar'),
  ...of('audio/', 'mpeg wav ogg midi x-midi aac flac x-m4a'),
  ...of('video/', 'mp4 mpeg ogg webm quicktime x-msvideo x-ms-wmv'),
  ...of('text/', 'plain css javascript xml csv'),
  ...of('model/', 'gltf-binary gltf+json'),
  ...of('font/', 'ttf otf woff woff2'),
]
