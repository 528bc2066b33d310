/** The most characters of a picture that are stored: it is nice to have, what it belongs to is what must not be lost. */
const pictureLength = 1_000

/** A record as it is stored: without its picture, where that is large. The storage takes an item of 64 kB, or none of it. */
export function withSmallPicture<kept extends { readonly iconUrl?: string | undefined }>(record: kept): kept {
  const { iconUrl, ...rest } = record
  return iconUrl === undefined || iconUrl.length <= pictureLength ? record : (rest as kept)
}
