/** The most characters of a stored picture. A larger one is dropped, so that the record with it is not lost. */
const pictureLength = 1_000

/** A record without its picture if that is large. The storage refuses a whole item of more than 64 kB. */
export function withSmallPicture<kept extends { readonly iconUrl?: string | undefined }>(record: kept): kept {
  const { iconUrl, ...rest } = record
  return iconUrl === undefined || iconUrl.length <= pictureLength ? record : (rest as kept)
}
