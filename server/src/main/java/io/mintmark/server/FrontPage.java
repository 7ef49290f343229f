package io.mintmark.server;

import io.mintmark.protocol.ProtocolVersion;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StoreClass;
import io.mintmark.support.OwnVersion;
import io.mintmark.web.access.AccessControl;
import io.mintmark.web.access.PublicUrl;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** The page that a browser shows at the root of the server: which version this is, its databases, and where to go. */
final class FrontPage {
    /** More are behind a link. */
    private static final int SHOWN_MAX = 50;

    private static final String NONE =
            "<p>There is none yet. Create one:<br>" + "<code>curl -X PUT '{url}/admin/databases?name=shop'</code></p>";
    private static final String ROW =
            "<tr><td>{name}</td><td><a href=\"/databases/{name}/docs?pageSize=25\">documents</a></td>"
                    + "<td><a href=\"/databases/{name}/docs?startsWith=Raven/Hilo/\">counters</a></td>"
                    + "<td><a href=\"/databases/{name}/debug/identities\">identities</a></td>"
                    + "<td><a href=\"/databases/{name}/stats\">statistics</a></td></tr>\n";

    private final Databases databases;
    private final AccessControl access;
    private final PublicUrl publicUrl;
    private final Supplier<StoreClass> storeClass;

    FrontPage(Databases databases, AccessControl access, PublicUrl publicUrl, Supplier<StoreClass> storeClass) {
        this.databases = databases;
        this.access = access;
        this.publicUrl = publicUrl;
        this.storeClass = storeClass;
    }

    void addTo(Router router) {
        router.add("GET", Routes.FRONT_PAGE, this::page);
    }

    private Reply page(Request request) {
        String page = template()
                .replace("{version}", escaped(version()))
                .replace("{class}", escaped(storeClass.get().level().text()))
                .replace("{databases}", table(request).replace("{url}", escaped(publicUrl.apply(request))));
        // No script in it runs, and no other page may frame it.
        return Reply.text(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8))
                .header(
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store");
    }

    private String table(Request request) {
        List<DatabaseEntry> some = databases.entries(Slice.ALL.atMost(SHOWN_MAX + 1), access.databasesFor(request));
        if (some.isEmpty()) {
            return NONE;
        }
        StringBuilder rows = new StringBuilder("<table>\n");
        some.stream().limit(SHOWN_MAX).forEach(entry -> rows.append(ROW.replace("{name}", escaped(entry.name()))));
        String more = some.size() > SHOWN_MAX ? "<p>These are the first " + SHOWN_MAX + ".</p>" : "";
        return rows.append("</table>").append(more).toString();
    }

    private static String version() {
        return OwnVersion.text() + ", protocol " + ProtocolVersion.FULL + ", Java "
                + System.getProperty("java.version");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String template() {
        try (InputStream page = Objects.requireNonNull(FrontPage.class.getResourceAsStream("front-page.html"))) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of this jar cannot be read", e);
        }
    }
}
