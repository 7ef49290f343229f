package io.mintmark.indexes.linq;

import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.reduce.PlanMapping;
import io.mintmark.internal.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a name in a map stands for. */
sealed interface Meaning {
    /** Returns what some members after the name mean, or null if there are none such. */
    @Nullable Meaning at(List<String> path);

    /** Returns its value, or null if it is no value by itself. */
    @Nullable Expression value();

    /**
     * The document. Its id is no member of it, but is written like one.
     *
     * @param place where it is in the input
     */
    record Document(List<String> place) implements Meaning {
        private static final List<String> ID = List.of("Id");

        @Override
        public Meaning at(List<String> path) {
            if (path.isEmpty()) {
                return this;
            }
            List<String> meant = path.equals(ID) ? PlanMapping.ID : path;
            if (meant.get(0).equals(PlanMapping.METADATA) && !PlanMapping.KNOWN_METADATA.contains(meant)) {
                throw new NotUnderstoodException("the metadata '" + Printable.brief(String.join(".", path))
                        + "', of which an index reads @id and @collection alone");
            }
            return new Value(joined(place, meant));
        }

        @Override
        public @Nullable Expression value() {
            return null;
        }
    }

    /**
     * A value of the row.
     *
     * @param place where it is in the input
     */
    record Value(List<String> place) implements Meaning {
        @Override
        public Meaning at(List<String> path) {
            return new Value(joined(place, path));
        }

        @Override
        public Expression value() {
            return new Expression.Property(place);
        }
    }

    /** Several names within one, as compilers write it where a query has more than one variable. */
    record Several(Map<String, Meaning> members) implements Meaning {
        public Several {
            members = Map.copyOf(members);
        }

        @Override
        public @Nullable Meaning at(List<String> path) {
            if (path.isEmpty()) {
                return this;
            }
            Meaning member = members.get(path.get(0));
            return member == null ? null : member.at(path.subList(1, path.size()));
        }

        @Override
        public @Nullable Expression value() {
            return null;
        }
    }

    private static List<String> joined(List<String> place, List<String> path) {
        List<String> joined = new ArrayList<>(place);
        joined.addAll(path);
        return joined;
    }
}
