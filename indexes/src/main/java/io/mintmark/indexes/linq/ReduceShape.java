package io.mintmark.indexes.linq;

/**
 * A reduce, however it is written: as a query, or by calls of {@code GroupBy} and {@code Select}.
 *
 * @param key what entries of a group have in common
 * @param select what a group becomes
 */
record ReduceShape(Lambda key, Lambda select) {
    private static final String RESULTS = "results";

    static ReduceShape of(Syntax definition) {
        if (definition.bare() instanceof Syntax.Query query) {
            return of(query);
        }
        MethodCall select = MethodCall.of(definition);
        MethodCall group = select == null ? null : MethodCall.of(select.target());
        if (select == null || group == null || !select.is("Select", 1) || !group.is("GroupBy", 1)) {
            throw new NotUnderstoodException(
                    "a reduce that is neither a query nor results.GroupBy(r => …).Select(g => new { … })");
        }
        requireResults(group.target());
        return new ReduceShape(
                Lambda.of(group.arguments().get(0)),
                Lambda.of(select.arguments().get(0)));
    }

    private static ReduceShape of(Syntax.Query query) {
        requireResults(query.source());
        if (!query.clauses().isEmpty()) {
            throw new NotUnderstoodException("anything between 'from' and 'group'");
        }
        if (!(query.ending() instanceof Syntax.Ending.Group group)) {
            throw new NotUnderstoodException("a reduce without 'group'");
        }
        if (!group.element().isName(query.variable())) {
            throw new NotUnderstoodException(
                    "'group " + Excerpt.of(group.element()) + "': group " + query.variable() + " itself");
        }
        if (!group.clauses().isEmpty() || !(group.ending() instanceof Syntax.Ending.Select select)) {
            throw new NotUnderstoodException("anything but 'select' after 'into'");
        }
        return new ReduceShape(new Lambda(query.variable(), group.key()), new Lambda(group.variable(), select.value()));
    }

    private static void requireResults(Syntax source) {
        if (!source.isName(RESULTS)) {
            throw new NotUnderstoodException(
                    "the source '" + Excerpt.of(source) + "' of a reduce: it is called results");
        }
    }
}
