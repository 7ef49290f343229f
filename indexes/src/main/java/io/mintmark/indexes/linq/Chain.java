package io.mintmark.indexes.linq;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name and members after it, such as {@code x.Owner.Name}.
 *
 * @param root the name
 * @param path the members
 */
record Chain(String root, List<String> path) {
    /** Returns the chain that an expression is, or null if it is none. */
    static @Nullable Chain of(Syntax expression) {
        LinkedList<String> path = new LinkedList<>();
        Syntax at = expression.bare();
        while (!(at instanceof Syntax.Name)) {
            if (at instanceof Syntax.Member member) {
                path.addFirst(member.name());
                at = member.target().bare();
            } else if (at instanceof Syntax.Element element
                    && element.index() instanceof Syntax.Literal literal
                    && literal.value().isTextual()) {
                path.addFirst(literal.value().textValue());
                at = element.target().bare();
            } else {
                return null;
            }
        }
        return new Chain(((Syntax.Name) at).name(), List.copyOf(path));
    }
}
