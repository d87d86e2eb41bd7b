import { init, type EChartsOption } from 'echarts';

/** A line chart over time. */
export interface LineChart {
	title: string;
	/** The title of the vertical axis. */
	counted: string;
	/** The values of each line by its name, one for each second from 0. */
	lines: Record<string, number[]>;
}

/** Readable on light and on dark pages. */
const grey = '#808890';
const paleGrey = 'rgba(128, 136, 144, 0.6)';

const [blue, orange, green] = ['#2f6fde', '#e0701a', '#2a9d62'];

const axis = {
	type: 'value' as const,
	nameLocation: 'middle' as const,
	nameTextStyle: { color: grey },
	axisLabel: { color: grey },
	axisLine: { show: true, lineStyle: { color: grey } },
	splitLine: { lineStyle: { color: grey, opacity: 0.25 } },
};

/** Draws a line chart. @returns SVG */
export function lineChart({ title, counted, lines }: LineChart): string {
	return draw(400, {
		color: [blue, orange, green],
		title: titled(title),
		legend: { top: 36, icon: 'rect', itemHeight: 3, textStyle: { color: grey } },
		grid: { left: 75, right: 25, top: 75, bottom: 55 },
		xAxis: { ...axis, name: 'Seconds', nameGap: 30 },
		yAxis: { ...axis, name: counted, nameGap: 50 },
		series: Object.entries(lines).map(([name, values]) => ({
			name,
			type: 'line' as const,
			showSymbol: false,
			data: values.map((value, second) => [second, value]),
		})),
	});
}

/** A chart of what grows with a number of records. */
export interface GrowthChart {
	title: string;
	/** The title of the horizontal axis, such as `Charges`. */
	counted: string;
	/** The title of the vertical axis. */
	measured: string;
	/** The points of each line by its name: the number of records, and the value. */
	lines: Record<string, Array<[number, number]>>;
}

/** Draws a chart with logarithmic axes, on which a straight diagonal is linear growth. @returns SVG */
export function growthChart({ title, counted, measured, lines }: GrowthChart): string {
	const logarithmic = { ...axis, type: 'log' as const };
	return draw(400, {
		color: [blue, orange, green, grey],
		title: titled(title),
		legend: { top: 36, textStyle: { color: grey } },
		grid: { left: 75, right: 45, top: 75, bottom: 55 },
		xAxis: { ...logarithmic, name: counted, nameGap: 30 },
		yAxis: { ...logarithmic, name: measured, nameGap: 50 },
		series: Object.entries(lines).map(([name, data]) => ({ name, type: 'line' as const, data })),
	});
}

/** A bar chart that compares values. */
export interface BarChart {
	title: string;
	/** The title of the horizontal axis. */
	measured: string;
	/** From top to bottom. */
	bars: Array<{
		name: string;
		value: number;
		/** The text beside the bar. */
		label: string;
		/** Whether it is the one that the others are compared with. */
		isOurs: boolean;
	}>;
}

/** Draws a bar chart. @returns SVG */
export function barChart({ title, measured, bars }: BarChart): string {
	return draw(110 + 34 * bars.length, {
		title: titled(title),
		grid: { left: 240, right: 80, top: 45, bottom: 55 },
		xAxis: { ...axis, name: measured, nameGap: 30 },
		yAxis: {
			...axis,
			type: 'category' as const,
			inverse: true,
			axisTick: { show: false },
			axisLabel: { color: grey, fontSize: 13 },
			data: bars.map(({ name }) => name),
		},
		series: {
			type: 'bar' as const,
			barWidth: '60%',
			label: { show: true, position: 'right', color: grey, fontSize: 13 },
			data: bars.map(({ value, label, isOurs }) => ({
				value,
				label: { formatter: label },
				itemStyle: { color: isOurs ? blue : paleGrey },
			})),
		},
	});
}

function titled(text: string) {
	return { text, left: 'center', top: 5, textStyle: { color: grey, fontSize: 15 } };
}

function draw(height: number, option: EChartsOption): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: 800, height });
	chart.setOption({ animation: false, ...option });
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}
