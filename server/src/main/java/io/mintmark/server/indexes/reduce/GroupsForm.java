package io.mintmark.server.indexes.reduce;

import io.mintmark.server.storage.index.RowKey;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All groups of one hash as they are kept: in one row, since they are nearly always one. */
final class GroupsForm {
    private GroupsForm() {}

    static RowKey row(long hash) {
        return new RowKey(RowKey.Kind.GROUP, HexFormat.of().toHexDigits(hash));
    }

    static long hash(RowKey row) {
        return HexFormat.fromHexDigitsToLong(row.key());
    }

    static byte[] write(SortedMap<Integer, Group> groups) {
        return RowForm.write(out -> {
            out.writeInt(groups.size());
            for (Group group : groups.values()) {
                out.writeInt(group.name().slot());
                RowForm.writeText(out, group.key().text());
                RowForm.writeText(out, group.result());
                RowForm.writeText(out, group.reference());
                out.writeBoolean(group.isShown());
                NodeForm.write(out, group.root());
            }
        });
    }

    static SortedMap<Integer, Group> read(long hash, byte[] row) {
        return RowForm.read(row, in -> {
            SortedMap<Integer, Group> groups = new TreeMap<>();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                GroupName name = new GroupName(hash, in.readInt());
                String key = RowForm.readSurely(in);
                String result = RowForm.readText(in);
                String reference = RowForm.readText(in);
                boolean isShown = in.readBoolean();
                Group group = new Group(name, key, NodeForm.read(in));
                group.setResult(result);
                group.setReference(reference);
                group.setShown(isShown);
                groups.put(name.slot(), group);
            }
            return groups;
        });
    }

    /** The groups of a document's entries, by their numbers. */
    static final class OfDocument {
        private OfDocument() {}

        static RowKey row(String document) {
            return new RowKey(RowKey.Kind.DOCUMENT, document);
        }

        static byte[] write(List<GroupName> groups) {
            return RowForm.write(out -> {
                out.writeInt(groups.size());
                for (GroupName group : groups) {
                    out.writeLong(group.hash());
                    out.writeInt(group.slot());
                }
            });
        }

        static List<GroupName> read(byte[] row) {
            return RowForm.read(row, in -> {
                GroupName[] groups = new GroupName[in.readInt()];
                for (int i = 0; i < groups.length; i++) {
                    groups[i] = new GroupName(in.readLong(), in.readInt());
                }
                return List.of(groups);
            });
        }
    }
}
