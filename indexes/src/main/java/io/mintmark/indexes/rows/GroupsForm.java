package io.mintmark.indexes.rows;

import io.mintmark.storage.index.RowKey;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All groups of one hash as they are kept: in one row, since they are nearly always one. */
public final class GroupsForm {
    private GroupsForm() {}

    public static RowKey row(long hash) {
        return new RowKey(RowKey.Kind.GROUP, HexFormat.of().toHexDigits(hash));
    }

    public static long hash(RowKey row) {
        return HexFormat.fromHexDigitsToLong(row.key());
    }

    /** Writes groups, and the tail of each, which is one of {@code nodes}. */
    static byte[] write(SortedMap<Integer, Group> groups, Map<NodeName, TreeNode> nodes) {
        return RowForm.write(out -> {
            RowForm.writeNumber(out, groups.size());
            for (Group group : groups.values()) {
                RowForm.writeNumber(out, group.name().slot());
                RowForm.writeText(out, group.key().text());
                RowForm.writeText(out, group.result());
                RowForm.writeText(out, group.reference());
                out.writeBoolean(group.isShown());
                RowForm.writeNumber(out, group.end());
                NodeForm.write(out, group.root());
                writeTail(out, group.tail(), nodes);
            }
        });
    }

    private static void writeTail(DataOutputStream out, @Nullable NodeName tail, Map<NodeName, TreeNode> nodes)
            throws IOException {
        TreeNode node = tail == null ? null : nodes.get(tail);
        out.writeBoolean(node != null);
        if (node != null && tail != null) {
            RowForm.writeNumber(out, tail.level());
            RowForm.writeNumber(out, tail.index());
            NodeForm.write(out, node);
        }
    }

    /** Reads groups, and puts their tails into {@code nodes}. */
    public static SortedMap<Integer, Group> read(long hash, byte[] row, Map<NodeName, TreeNode> nodes) {
        return RowForm.read(row, in -> groups(hash, in, nodes));
    }

    private static SortedMap<Integer, Group> groups(long hash, DataInputStream in, Map<NodeName, TreeNode> nodes)
            throws IOException {
        SortedMap<Integer, Group> groups = new TreeMap<>();
        long count = RowForm.readNumber(in);
        for (long i = 0; i < count; i++) {
            Group group = read(hash, in);
            if (in.readBoolean()) {
                NodeName tail = new NodeName(group.name(), (int) RowForm.readNumber(in), RowForm.readNumber(in));
                nodes.put(tail, NodeForm.read(in));
                group.setTail(tail);
            }
            groups.put(group.name().slot(), group);
        }
        return groups;
    }

    /** Returns the slots of those groups of a row that have an output, whichever form it has. */
    public static List<Integer> shown(long hash, byte[] row) {
        Map<NodeName, TreeNode> ignored = new HashMap<>();
        return RowForm.read(
                row,
                in -> groups(hash, in, ignored).values().stream()
                        .filter(Group::isShown)
                        .map(group -> group.name().slot())
                        .toList(),
                FormerGroups::shown);
    }

    private static Group read(long hash, DataInputStream in) throws IOException {
        GroupName name = new GroupName(hash, (int) RowForm.readNumber(in));
        String key = RowForm.readSurely(in);
        String result = RowForm.readText(in);
        String reference = RowForm.readText(in);
        boolean isShown = in.readBoolean();
        long end = RowForm.readNumber(in);
        Group group = new Group(name, key, NodeForm.read(in), end);
        group.setResult(result);
        group.setReference(reference);
        group.setShown(isShown);
        return group;
    }

    /** Where the entries of a document are, by their numbers among its own. */
    static final class OfDocument {
        private OfDocument() {}

        static RowKey row(String document) {
            return new RowKey(RowKey.Kind.DOCUMENT, document);
        }

        static byte[] write(List<EntryPlace> places) {
            return RowForm.write(out -> {
                RowForm.writeNumber(out, places.size());
                for (EntryPlace place : places) {
                    out.writeLong(place.group().hash());
                    RowForm.writeNumber(out, place.group().slot());
                    RowForm.writeNumber(out, place.number());
                }
            });
        }

        static List<EntryPlace> read(byte[] row) {
            return RowForm.read(row, in -> {
                long count = RowForm.readNumber(in);
                List<EntryPlace> places = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    GroupName group = new GroupName(in.readLong(), (int) RowForm.readNumber(in));
                    places.add(new EntryPlace(group, RowForm.readNumber(in)));
                }
                return List.copyOf(places);
            });
        }
    }
}
