package io.mintmark.fuzz.targets;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Paths and queries: what is encoded is decoded, and no path leads outside of its segments. */
public final class UrlsTarget implements FuzzTarget {
    private final Router router = new Router()
            .add("GET", "/databases/{name}/docs", request -> Reply.empty(200))
            .add("GET", "/{part}", request -> Reply.empty(200))
            .add("PUT", "/databases/{name}/docs/{id}", request -> Reply.empty(200));

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        String method = input.flag() ? "GET" : "PUT";
        String value = input.textUpTo('\n');
        String target = input.text();
        encoded(value);
        found(method, "/" + target);
    }

    private void encoded(String value) {
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
        boolean whole = StandardCharsets.UTF_8.newEncoder().canEncode(value);
        Query query = Query.ofTarget("/?id=" + encoded + "&Id=2");
        if (whole) {
            Check.equal(List.of(value, "2"), query.sent("ID"), "a value is decoded to what was encoded");
            Check.equal(value.isBlank() ? "2" : value, query.all("id").get(0), "a blank value is absent");
        }
        if (whole && !value.isEmpty() && !value.equals(".") && !value.equals("..")) {
            Destination found =
                    Check.accepted("a segment is decoded", () -> router.find("GET", "/" + encoded.replace("+", "%20")));
            Check.equal(Optional.of(value), Optional.ofNullable(found.parts().get("part")), "a segment is its part");
        }
    }

    private void found(String method, String target) {
        Destination found = router.find(method, target);
        List<String> segments = List.of(found.path().split("/", -1));
        Check.that(found.path().startsWith("/"), "a path begins with a slash");
        if (target.indexOf('%') < 0) {
            Check.that(!segments.contains(".."), "no segment leads upwards");
        }
        Query query = Query.ofTarget(target);
        Map<String, List<String>> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        query.forEach((name, value) ->
                sent.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
        sent.forEach((name, values) -> Check.equal(values, query.sent(name), "what was sent is found"));
        Check.that(query.count("start", 0) >= 0, "a count is not negative");
        long ignored = query.number("etag", 0);
        boolean alsoIgnored = query.flag("metadataOnly");
    }
}
