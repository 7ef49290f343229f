package io.mintmark.lab.hostile.cases;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All hostile cases, in the order in which they are run. */
public final class Catalogue {
    /** The first case of each run: a server that does not refuse it, or a run that does not see it, is no proof. */
    public static final HostileCase CONTROL = new HostileCase(
            "control-no-json",
            "a document that is no JSON, which must be refused each time",
            HostileCase.Needs.REFUSAL,
            first -> (stranger, turn) ->
                    stranger.db("PUT", "docs?id=control", "{\"a\":".getBytes(StandardCharsets.US_ASCII)));

    private Catalogue() {}

    public static List<HostileCase> all() {
        return Stream.of(
                        List.of(CONTROL),
                        DefinitionCases.all(),
                        ExpressionCases.all(),
                        DocumentCases.all(),
                        CodedCases.all(),
                        BodyCases.all(),
                        BatchCases.all(),
                        QueryCases.all(),
                        AdminCases.all(),
                        ConnectionCases.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the cases in whose names {@code pattern} is found. */
    public static List<HostileCase> named(Pattern pattern) {
        return all().stream()
                .filter(each -> pattern.matcher(each.name()).find())
                .toList();
    }
}
