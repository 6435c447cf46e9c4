"""The tree of documents: after any change, each document is in it exactly once, in order."""

from uuid import UUID

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.errors import InvalidInput, NotFound
from omniforge.projects import tree

EMPTY: tree.Structure = {"version": 1, "root": []}
A, B, C, D = (UUID(int=number) for number in range(1, 5))
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "move", "remove"]),
        st.integers(1, 12),
        st.integers(0, 12),
        st.none() | st.integers(0, 4),
    ),
    max_size=40,
)


def orders(structure: tree.Structure) -> list[list[int]]:
    lists = [structure["root"], *(node["children"] for node, _ in tree.walk(structure))]
    return [[node["order"] for node in nodes] for nodes in lists]


def step(structure: tree.Structure, there: set[UUID], what: str, document: UUID, *place) -> tree.Structure:
    """Do one step as far as it makes sense, and keep the book of what must be in the tree."""
    if what == "insert" and document not in there:
        changed = tree.insert(structure, document, *place)
        there.add(document)
        return changed
    if document not in there:
        return structure
    if what == "remove":
        there.remove(document)
        return tree.remove(structure, document)
    return tree.move(structure, document, *place)


@given(STEPS)
def test_any_series_of_changes_leaves_every_document_once_and_in_order(steps):
    structure, there = EMPTY, set()
    for what, number, parent, position in steps:
        before = structure
        try:
            structure = step(
                before, there, what, UUID(int=number), UUID(int=parent) if parent else None, position
            )
        except (InvalidInput, NotFound):
            continue
        patch = tree.patch_between(before, structure)
        assert jsonpatch.apply_patch(before, patch) == structure
    assert sorted(tree.ids(structure)) == sorted(there)
    assert all(each == list(range(len(each))) for each in orders(structure))


def test_patch_of_the_tree_leaves_out_unchanged_branches():
    structure = EMPTY
    for document, parent in ((A, None), (B, A), (C, A)):
        structure = tree.insert(structure, document, parent, None)
    added = tree.patch_between(structure, tree.insert(structure, D, None, 0))
    assert [one["op"] for one in added] == ["add", "replace"] and str(B) not in str(added)
    swapped = tree.patch_between(structure, tree.move(structure, C, A, 0))
    assert sorted(one["op"] for one in swapped) == ["add", "remove", "replace"]
    assert all(one["path"].startswith("/root/0/children/") for one in swapped)


def test_children_of_a_removed_document_take_its_place():
    structure = EMPTY
    for document, parent in ((A, None), (B, A), (C, A), (D, None)):
        structure = tree.insert(structure, document, parent, None)
    changed = tree.remove(structure, A)
    assert tree.ids(changed) == [B, C, D]
    assert tree.path_of(changed, C) == (C,)


def test_document_cannot_be_moved_below_itself():
    structure = tree.insert(tree.insert(EMPTY, A, None, None), B, A, None)
    with pytest.raises(InvalidInput, match="below itself"):
        tree.move(structure, A, B, None)


def test_depth_of_the_tree_is_limited():
    structure, above = EMPTY, None
    for number in range(1, tree.DEEPEST + 1):
        structure = tree.insert(structure, UUID(int=number), above, None)
        above = UUID(int=number)
    with pytest.raises(InvalidInput, match="20 levels"):
        tree.insert(structure, UUID(int=99), above, None)
