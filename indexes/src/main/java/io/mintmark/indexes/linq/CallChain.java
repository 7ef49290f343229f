package io.mintmark.indexes.linq;

import java.util.LinkedList;
import java.util.List;

/**
 * A map that is written by calls, such as {@code docs.Orders.Where(…).Select(…)}.
 *
 * @param collection whose documents it reads
 * @param calls what is done with them, in this order; the last one makes entries
 */
record CallChain(String collection, List<MethodCall> calls) {
    private static final String DOCUMENTS = "docs";

    static CallChain of(Syntax definition) {
        LinkedList<MethodCall> calls = new LinkedList<>();
        Syntax source = definition.bare();
        for (MethodCall call = MethodCall.of(source); call != null; call = MethodCall.of(source)) {
            calls.addFirst(call);
            source = call.target().bare();
        }
        if (calls.isEmpty()) {
            throw new NotUnderstoodException(
                    "a map that is neither a query nor docs.Collection.Select(x => new { … })");
        }
        return new CallChain(collection(source), List.copyOf(calls));
    }

    /** Returns the call that makes entries. */
    MethodCall last() {
        return calls.get(calls.size() - 1);
    }

    /** Returns the collection that a source is; anything but {@code docs.Collection} is refused. */
    static String collection(Syntax source) {
        Chain chain = Chain.of(source);
        if (chain == null || !chain.root().equals(DOCUMENTS) || chain.path().size() != 1) {
            throw new NotUnderstoodException(
                    "the source '" + Excerpt.of(source) + "': name one collection, as docs.Orders");
        }
        return chain.path().get(0);
    }
}
