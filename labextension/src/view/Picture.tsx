import * as React from 'react';
import type { ImagePart } from '../wire';

/** Pictures that hold pixels only. */
const PIXELS = /^image\/(png|jpeg|gif|webp)$/;

/** A picture of a result; another kind of file is named. */
export function Picture({ image }: { readonly image: ImagePart }): React.JSX.Element {
  const name = image.alt || image.name || 'Picture';
  return PIXELS.test(image.media_type) ? (
    <img src={`data:${image.media_type};base64,${image.data}`} alt={name} />
  ) : (
    <p>{name}</p>
  );
}
