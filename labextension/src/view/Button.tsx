import * as React from 'react';
import { SUPPRESSED } from './keys';

export interface IButtonProps extends React.ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'small' | 'quiet' | 'link' | 'icon';
}

const LOOKS = {
  primary: ' jp-mod-primary',
  small: ' jp-mod-small',
  quiet: ' jp-mod-quiet',
  link: ' jp-mod-quiet jp-mod-link',
  icon: ' jp-mod-quiet jp-mod-icon'
};

/** A button that no shortcut of the notebook takes the keys of. */
export const Button = React.forwardRef<HTMLButtonElement, IButtonProps>(function Button(
  { look, className = '', ...others },
  ref
) {
  const classes = `jp-Assistant-button${look ? LOOKS[look] : ''} ${className}`;
  return (
    <button
      {...SUPPRESSED}
      type="button"
      className={classes.trim()}
      ref={ref}
      {...others}
    />
  );
});
