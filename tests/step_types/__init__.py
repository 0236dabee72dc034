# The icon of one of the types, as the data of an SVG path.
STAR = "M12 3.5 14.6 9l6 .8-4.4 4.1 1.1 6-5.3-3-5.3 3 1.1-6L3.4 9.8l6-.8Z"
