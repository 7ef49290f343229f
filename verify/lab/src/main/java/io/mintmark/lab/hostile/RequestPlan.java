package io.mintmark.lab.hostile;

import io.mintmark.lab.hostile.HostileCase.Attack;
import io.mintmark.lab.script.ByteTemplate;
import io.mintmark.lab.script.Macros;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The requests of one case: those sent once before, and those of each turn. */
final class RequestPlan {
    private static final Pattern LINE = Pattern.compile(
            "(first|turn|and)(\\d*)(-framed)? (?:pour|(\\S+) (\\S+?)(?: \\[(\\S[^\\]]*)\\])?)(?: (.*))?");

    private final Map<String, ByteTemplate> known = new HashMap<>();
    private final List<Request> before = new ArrayList<>();
    private final List<List<Request>> turns = new ArrayList<>();

    /** A request, or bytes that are poured if it has no method. */
    private record Request(
            long times,
            boolean isFramed,
            ByteTemplate method,
            ByteTemplate path,
            ByteTemplate field,
            ByteTemplate body) {
        void send(Stranger stranger, long index, long turn) {
            String asked = text(method, index, turn);
            if (asked.isEmpty()) {
                stranger.pour(body.bytes(index, turn));
            } else {
                String added = text(field, index, turn);
                String[] fields = added.isEmpty() ? new String[0] : new String[] {added};
                int ignored = stranger.ask(asked, text(path, index, turn), body.bytes(index, turn), isFramed, fields);
            }
        }

        /** Makes what many threads will send, where it is the same in each turn. */
        void prepare() {
            List.of(method, path, field, body).forEach(ByteTemplate::bytes);
        }

        private static String text(ByteTemplate template, long index, long turn) {
            return new String(template.bytes(index, turn), StandardCharsets.ISO_8859_1);
        }
    }

    private RequestPlan() {}

    /** Reads the lines of a kind once for each body of the case; those that are sent before are the same for all. */
    static RequestPlan of(List<String> lines, Macros macros, List<String> bodies) {
        RequestPlan plan = new RequestPlan();
        for (String body : bodies.isEmpty() ? List.of("") : bodies) {
            macros.define("body", body);
            boolean isFirst = plan.turns.isEmpty();
            lines.stream().filter(line -> isFirst || !line.startsWith("first")).forEach(line -> plan.add(line, macros));
        }
        return plan;
    }

    private void add(String text, Macros macros) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            throw new IllegalArgumentException("a line must begin with first, turn or and: " + text);
        }
        Request request = new Request(
                line.group(2).isEmpty() ? 1 : Long.parseLong(line.group(2)),
                line.group(3) != null,
                template(line.group(4), macros),
                template(line.group(5), macros),
                template(line.group(6), macros),
                template(line.group(7), macros));
        switch (line.group(1)) {
            case "first" -> before.add(request);
            case "turn" -> turns.add(new ArrayList<>(List.of(request)));
            default -> turns.get(turns.size() - 1).add(request);
        }
    }

    /** Equal texts are one template, so that a large document is made once. */
    private ByteTemplate template(@Nullable String text, Macros macros) {
        return known.computeIfAbsent(text == null ? "" : macros.expand(text), ByteTemplate::of);
    }

    /** Sends what comes before, and returns what each stranger does. */
    Attack prepare(Stranger first) {
        for (Request request : before) {
            for (long i = 0; i < request.times(); i++) {
                request.send(first, i, 0);
            }
        }
        turns.forEach(turn -> turn.forEach(Request::prepare));
        return (stranger, turn) -> turns.get(turn % turns.size()).forEach(each -> each.send(stranger, 0, turn));
    }
}
