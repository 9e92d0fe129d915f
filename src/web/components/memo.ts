// Components that are drawn again only when one of their own properties is another value.
// Not that of preact/compat: once it is loaded, it makes onChange of every text field and slider an onInput.
import { Component, type FunctionComponent, h } from 'preact';

export const memo = <Props extends object>(Inner: FunctionComponent<Props>): FunctionComponent<Props> => {
  class Kept extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.some((key) => next[key] !== this.props[key]);
    }

    override render() {
      return h(Inner, this.props);
    }
  }
  return Kept as unknown as FunctionComponent<Props>;
};
