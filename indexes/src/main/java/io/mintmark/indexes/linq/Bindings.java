package io.mintmark.indexes.linq;

import java.util.LinkedHashMap;
import java.util.Map;

/** Members of {@code new { A = 1, x.B }}, by name. */
final class Bindings {
    private Bindings() {}

    static Map<String, Syntax> of(Syntax expression) {
        if (!(expression.bare() instanceof Syntax.NewObject object)) {
            throw new NotUnderstoodException("'" + Excerpt.of(expression) + "' where new { … } is expected");
        }
        Map<String, Syntax> members = new LinkedHashMap<>();
        for (Syntax.Binding binding : object.bindings()) {
            if (members.put(name(binding), binding.value()) != null) {
                throw new NotUnderstoodException("the member '" + name(binding) + "' twice");
            }
        }
        return members;
    }

    private static String name(Syntax.Binding binding) {
        if (binding.name() != null) {
            return binding.name();
        }
        Chain chain = Chain.of(binding.value());
        if (chain == null) {
            throw new NotUnderstoodException("the member '" + Excerpt.of(binding.value()) + "' without a name");
        }
        return chain.path().isEmpty()
                ? chain.root()
                : chain.path().get(chain.path().size() - 1);
    }
}
