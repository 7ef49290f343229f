package io.mintmark.indexes.linq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method.
 *
 * @param target on what
 * @param method its name
 * @param arguments what it is given
 */
record MethodCall(Syntax target, String method, List<Syntax> arguments) {
    /**
     * Returns the call that an expression is, or null if it is none; {@code Enumerable.Sum(g, f)} is {@code g.Sum(f)}.
     */
    static @Nullable MethodCall of(Syntax expression) {
        if (!(expression.bare() instanceof Syntax.Call call)
                || !(call.target().bare() instanceof Syntax.Member member)) {
            return null;
        }
        List<Syntax> arguments = call.arguments();
        boolean isStatic = member.target().isName("Enumerable") && !arguments.isEmpty();
        return isStatic
                ? new MethodCall(arguments.get(0), member.name(), arguments.subList(1, arguments.size()))
                : new MethodCall(member.target(), member.name(), arguments);
    }

    /** Returns whether it is that method with as many arguments. */
    boolean is(String expected, int count) {
        return method.equals(expected) && arguments.size() == count;
    }
}
