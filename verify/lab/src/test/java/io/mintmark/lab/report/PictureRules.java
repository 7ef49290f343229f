package io.mintmark.lab.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** What every picture of the documentation keeps, whoever drew it. */
final class PictureRules {
    /** Elements that show something of the file itself; none of them loads or runs anything. */
    private static final Set<String> ELEMENTS =
            Set.of("svg", "title", "desc", "style", "defs", "marker", "path", "rect", "text", "tspan");

    private final Document svg;
    private final List<String> broken = new ArrayList<>();

    private PictureRules(Document svg) {
        this.svg = svg;
    }

    /** Returns the rules that the picture breaks. */
    static List<String> brokenBy(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(new DefaultHandler()); // which prints nothing
        PictureRules rules = new PictureRules(builder.parse(new InputSource(new StringReader(text))));
        rules.checkNames();
        rules.checkReferences();
        rules.checkColours();
        return rules.broken;
    }

    private void require(boolean kept, String rule) {
        if (!kept) {
            broken.add(rule);
        }
    }

    private void checkNames() {
        require(!textOf("title").isBlank(), "has a title");
        require(!textOf("desc").isBlank(), "has a description");
        require(svg.getDocumentElement().hasAttribute("viewBox"), "has a viewBox");
    }

    private String textOf(String name) {
        return elements(name).findFirst().map(Element::getTextContent).orElse("");
    }

    private void checkReferences() {
        elements("*").forEach(element -> {
            require(ELEMENTS.contains(element.getTagName()), "has no element " + element.getTagName());
            IntStream.range(0, element.getAttributes().getLength())
                    .mapToObj(element.getAttributes()::item)
                    .filter(attribute -> !attribute.getNodeName().equals("xmlns"))
                    .filter(attribute -> pointsOutside(attribute.getNodeName(), attribute.getNodeValue()))
                    .forEach(attribute -> broken.add("refers to nothing outside: " + attribute));
        });
        require(!pointsOutside("style", textOf("style")), "refers to nothing outside: style");
    }

    private static boolean pointsOutside(String name, String value) {
        return name.endsWith("href")
                || name.startsWith("on")
                || value.contains("//")
                || value.contains("@import")
                || value.replace("url(#", "").contains("url(");
    }

    private void checkColours() {
        Optional<PictureColours> found = PictureColours.of(textOf("style"));
        require(found.isPresent(), "has colours for light and for dark pages");
        found.ifPresent(colours -> {
            broken.addAll(colours.withoutDark());
            Set<String> styles = new TreeSet<>();
            elements("text").forEach(text -> styles.add(text.getAttribute("class")));
            styles.forEach(style -> broken.addAll(colours.faint(style)));
        });
    }

    private Stream<Element> elements(String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
    }

    /** Returns how far two colours such as {@code #0969da} differ in brightness, 1 to 21, as WCAG 2 computes it. */
    static double contrast(String a, String b) {
        double first = brightness(a);
        double second = brightness(b);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double brightness(String colour) {
        Map<Integer, Double> weights = Map.of(1, 0.2126, 3, 0.7152, 5, 0.0722);
        return weights.entrySet().stream()
                .mapToDouble(part ->
                        part.getValue() * linear(Integer.parseInt(colour, part.getKey(), part.getKey() + 2, 16)))
                .sum();
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
