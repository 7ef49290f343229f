package io.mintmark.server;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * The documentation of this version, for browsers: the pages of the sources, which the jar carries, as HTML. A link
 * that leads to sources, which the jar has not, becomes the words that it was. Stateless.
 */
final class Documentation {
    private static final String POLICY = "Content-Security-Policy";
    private static final Pattern SOURCE = Pattern.compile("(src=\")(?!https?:)([^\"]+)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*|#.*");
    private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*)</style>");

    private Documentation() {}

    static void addTo(Router router) {
        router.add("GET", Routes.DOCUMENTATION, request -> Reply.empty(301).header("Location", PagePlace.ROOT))
                .addCostly("GET", Routes.DOCUMENTATION_INDEX, any -> true, request -> shown(request, PagePlace.INDEX))
                .addCostly("GET", Routes.DOCUMENTATION_PAGE, any -> true, Documentation::page)
                .addCostly("GET", Routes.DOCUMENTATION_PAGE_BELOW, any -> true, Documentation::page);
    }

    private static Reply page(Request request) {
        return PagePlace.asked(request.pathPart("folder", ""), request.pathPart("page"))
                .map(place -> shown(request, place))
                .orElseThrow(() -> new ApiException(
                        ErrorType.NOT_FOUND,
                        "The documentation has no such page: " + PagePlace.ROOT + " leads to all that there are."));
    }

    private static Reply shown(Request request, PagePlace place) {
        byte[] body = place.isPicture() ? place.bytes() : Html.of(place).getBytes(StandardCharsets.UTF_8);
        request.keepInMemory(body.length);
        Reply reply = place.pictureKind()
                .map(kind ->
                        Reply.text(200, kind, body).header(POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
                .orElseGet(
                        () -> Reply.text(200, "text/html; charset=utf-8", body).header(POLICY, Html.POLICY_OF_PAGES));
        return reply.header("X-Content-Type-Options", "nosniff").header("Cache-Control", "no-cache");
    }

    /** Makes pages; its libraries are loaded when somebody asks for the first one. */
    private static final class Html {
        private static final List<Extension> EXTENSIONS =
                List.of(TablesExtension.create(), HeadingAnchorExtension.create());
        private static final Parser PARSER =
                Parser.builder().extensions(EXTENSIONS).build();
        private static final HtmlRenderer RENDERER =
                HtmlRenderer.builder().extensions(EXTENSIONS).build();
        private static final String FRAME = frame();

        /** No script runs, nothing comes from elsewhere, and the one style is known by its digest. */
        static final String POLICY_OF_PAGES = "default-src 'none'; img-src 'self'; style-src 'sha256-"
                + styleDigest(FRAME) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

        private Html() {}

        static String of(PagePlace place) {
            Node page = PARSER.parse(new String(place.bytes(), StandardCharsets.UTF_8));
            page.accept(new Links(place));
            return FRAME.replace("{title}", title(page)).replace("{page}", RENDERER.render(page));
        }

        private static String title(Node page) {
            return page.getFirstChild() instanceof Heading heading
                    ? TextContentRenderer.builder()
                            .build()
                            .render(heading)
                            .replace("&", "&amp;")
                            .replace("<", "&lt;")
                    : "Mintmark";
        }

        private static String styleDigest(String frame) {
            Matcher style = STYLE.matcher(frame);
            if (!style.find()) {
                throw new IllegalStateException("the frame of pages must have a style");
            }
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest(style.group(1).getBytes(StandardCharsets.UTF_8));
                return Base64.getEncoder().encodeToString(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        private static String frame() {
            try (InputStream page =
                    Objects.requireNonNull(Documentation.class.getResourceAsStream("documentation-page.html"))) {
                return new String(page.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException("a resource of this jar cannot be read", e);
            }
        }
    }

    /** Lets links of a page lead to where the server shows what they mean. */
    private static final class Links extends AbstractVisitor {
        private final PagePlace place;

        Links(PagePlace place) {
            this.place = place;
        }

        @Override
        public void visit(Link link) {
            String target = link.getDestination();
            if (!ELSEWHERE.matcher(target).matches()) {
                int mark = target.indexOf('#');
                Optional<String> address = place.addressOf(mark < 0 ? target : target.substring(0, mark));
                if (address.isEmpty()) {
                    replaceByItsWords(link);
                    return;
                }
                link.setDestination(address.get() + (mark < 0 ? "" : target.substring(mark)));
            }
            visitChildren(link);
        }

        private static void replaceByItsWords(Link link) {
            for (Node word = link.getFirstChild(); word != null; word = link.getFirstChild()) {
                link.insertBefore(word);
            }
            link.unlink();
        }

        @Override
        public void visit(Image image) {
            place.addressOf(image.getDestination()).ifPresent(image::setDestination);
        }

        @Override
        public void visit(HtmlBlock block) {
            block.setLiteral(withSources(block.getLiteral()));
        }

        @Override
        public void visit(HtmlInline inline) {
            inline.setLiteral(withSources(inline.getLiteral()));
        }

        private String withSources(String html) {
            return SOURCE.matcher(html)
                    .replaceAll(found -> Matcher.quoteReplacement(
                            found.group(1) + place.addressOf(found.group(2)).orElse(found.group(2)) + '"'));
        }
    }
}
