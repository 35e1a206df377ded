import { Check } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components';
import { classNames } from '../../../../ui/class-names';
import layout from '../../../../ui/layout.module.css';
import listStyles from '../../../../ui/list-box.module.css';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { extractDefinition, inlineReference } from '../model/definition-edits';
import type { EditRow } from '../model/edit-rows';
import { refTo } from '../model/references';
import { asSchema, PLAIN_TYPES, type SchemaType, type TypeChoice } from '../model/schema-node';
import { setType, toggleNullable } from '../model/type-edits';
import styles from './type-menu.module.css';

interface TypeMenuProps {
  readonly document: SchemaDocument;
  readonly row: EditRow;
  /** An element around the cell that the menu belongs to. */
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

const LABELS: Partial<Record<TypeChoice, string>> = {
  oneOf: 'one of several',
  anyOf: 'any of several',
  allOf: 'all of several',
  any: 'anything',
};
const DETAILS: Partial<Record<TypeChoice, string>> = {
  integer: 'whole number',
  object: 'fields',
  array: 'items',
};
/** The id of an item that stands for the type as it is. */
const CURRENT = 'current';
const CHOICES: readonly TypeChoice[] = [...PLAIN_TYPES, 'any', 'oneOf', 'anyOf', 'allOf'];

interface TypeItem {
  /** A type, or the reference to a definition. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly mono?: boolean;
}

/** The possible types of a row, whether null is allowed too, and conversions. */
export function TypeMenu({ document, row, trigger, onClose }: TypeMenuProps) {
  const cell = useRef<HTMLElement | null>(
    trigger.current?.querySelector<HTMLElement>('[aria-selected=true] > [data-column=type]') ?? null,
  );
  const { edit, root } = document;
  const definitions = asSchema(root)
    .children.filter(({ kind }) => kind === 'definition')
    .slice(0, 200);
  const items: readonly TypeItem[] = [
    ...CHOICES.map((choice) => ({ id: choice, label: LABELS[choice] ?? choice, detail: DETAILS[choice] })),
    ...definitions.map(({ label, steps }) => referenceItem(refTo(steps), label)),
  ];
  const wanted = row.type.implied ? CURRENT : (row.type.ref ?? row.type.choice);
  const isListed = items.some(({ id }) => id === wanted);
  const current = isListed ? wanted : CURRENT;
  const act = (id: string) => {
    onClose();
    if (id === current) return;
    if (id === 'null-too') edit((node) => toggleNullable(node, row.path));
    else if (id === 'extract') edit((node) => extractDefinition(node, row.path));
    else if (id === 'inline') edit((node) => inlineReference(node, row.path));
    else if (id.startsWith('#')) edit((node) => setType(node, row.path, 'reference', id));
    else edit((node) => setType(node, row.path, id as TypeChoice));
  };
  const isReference = row.type.choice === 'reference';
  const canExtract = !isReference && row.place.kind !== 'root' && row.place.kind !== 'definition';
  return (
    <Popover
      isOpen
      aria-label={`Type of ${row.place.label}`}
      triggerRef={cell}
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
      className={classNames(listStyles.popover)}
    >
      <Menu
        aria-label={`Type of ${row.place.label}`}
        className={classNames(listStyles.list, styles.menu)}
        onAction={(key) => act(String(key))}
        // The selection of the menu itself: it opens with the focus on that item. A section has its own.
        selectionMode="single"
        selectedKeys={[current]}
        disallowEmptySelection
        autoFocus
      >
        <MenuSection aria-label="Type">
          {!isListed && <Item {...currentItem(row.type)} />}
          {items.map((item) => (
            <Item key={item.id} {...item} />
          ))}
        </MenuSection>
        <MenuSection
          aria-label="Null"
          selectionMode="multiple"
          selectedKeys={row.type.nullable ? ['null-too'] : []}
        >
          <Header className={classNames(styles.head)}>Also</Header>
          <Item id="null-too" label="may be null" />
        </MenuSection>
        {(isReference || canExtract) && (
          <MenuSection aria-label="Definition">
            <Header className={classNames(styles.head)}>Definition</Header>
            {isReference ? (
              <Item id="inline" label="Inline the definition" />
            ) : (
              <Item id="extract" label="Extract to a definition" />
            )}
          </MenuSection>
        )}
      </Menu>
    </Popover>
  );
}

/** The item of a type that cannot be chosen: several types, no value, a reference to elsewhere, an implied type. */
function currentItem({ implied, ref, label }: SchemaType): TypeItem {
  if (ref !== null) return referenceItem(CURRENT, label);
  return { id: CURRENT, label, detail: implied ? 'implied' : undefined };
}

function referenceItem(id: string, label: string): TypeItem {
  return { id, label: `→ ${label}`, detail: 'reference', mono: true };
}

function Item({ id, label, detail, mono = false }: TypeItem) {
  return (
    <MenuItem
      id={id}
      textValue={label.replace('→ ', '')}
      className={classNames(listStyles.item, styles.item)}
    >
      <Check className={classNames(styles.check)} aria-hidden />
      <Text slot="label" className={classNames(mono && layout.mono)}>
        {label}
      </Text>
      {detail && (
        <Text slot="description" className={classNames(listStyles.detail)}>
          {detail}
        </Text>
      )}
    </MenuItem>
  );
}
