import { expect, test } from 'vitest';
import { below, childrenOf, isFunction, isNode, type Node, production, text, treeOf } from './sources.fixture.js';

const changes = (node: unknown) =>
  isNode(node) && below(node, isFunction).some(({ type }) => /^(Assignment|Update)Expression$/.test(type));
const isLiteral = (node: unknown, type: string) => isNode(node) && node.type === type;

/** Of each shape what is there in its place. */
const shapes: Readonly<Record<string, (node: Node) => boolean>> = {
  'a literal is spread: write its members out': ({ type, argument }) =>
    type === 'SpreadElement' && isLiteral(argument, 'ObjectExpression'),
  'several values are named at once: one declaration each': ({ type, id, init }) =>
    type === 'VariableDeclarator' && isLiteral(id, 'ArrayPattern') && isLiteral(init, 'ArrayExpression'),
  'a loop waits in its head: wait in its body': ({ type, update }) =>
    type === 'ForStatement' && isNode(update) && below(update).some((node) => node.type === 'AwaitExpression'),
  'a condition changes something: change it in a statement before': ({ type, test }) =>
    /^(If|While|DoWhile)Statement$|^ConditionalExpression$/.test(type) && changes(test),
  'a name stands for a missing part: decide it in an expression': ({ type, left, right }) =>
    type === 'AssignmentPattern' && isLiteral(left, 'ObjectPattern') && isLiteral(right, 'Identifier'),
  'a string holds a vocabulary: an array of shorter ones': ({ type, value }) =>
    type === 'Literal' && typeof value === 'string' && value.length >= 200,
  'a function has more than six ways out: two functions': (node) => isFunction(node) && exitsOf(node) > 6,
};

const exitsOf = (node: Node) =>
  childrenOf(node)
    .flatMap((child) => (isFunction(child) ? [] : below(child, isFunction)))
    .filter(({ type }) => /^(Return|Throw)Statement$/.test(type)).length;

function shapesIn(file: string, module = text(file)): string[] {
  const lineOf = ({ start }: Node) => module.slice(0, start).split('\n').length;
  const nodes = below(treeOf(file, module));
  return nodes.flatMap((node) =>
    Object.entries(shapes).flatMap(([name, isShape]) => (isShape(node) ? [`${file}:${lineOf(node)} ${name}`] : [])),
  );
}

test('no line of production has a shape that has to be read twice', () => {
  expect(production.length).toBeGreaterThan(200);
  expect(production.flatMap((file) => shapesIn(file))).toEqual([]);
});

test.each([
  'const all = { ...{ id, name }, more };',
  'let [errors, waits] = [0, 0];',
  'for (let at = 0; at < 3; await next()) at = 3;',
  'if (errors.push(response) && (count += 1) < 3) stop();',
  'const next = ++turns > 2 ? first : second;',
  'const of = ({ verdict } = row) => verdict;',
  `const words = '${'word '.repeat(45)}'.split(' ');`,
  `function many(a: number) {\n${'if (a > 1) return 1;\n'.repeat(7)}}`,
])('a shape that has to be read twice is seen: %s', (module) => {
  expect(shapesIn('any.ts', module)).toHaveLength(1);
});
